package weasyprint

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"platen/domain"
)

// A message has two lengths of four bytes, big-endian, a header in JSON and a body.

// settings are those of a process, which the fork server reads.
type settings struct {
	// Confine lists the layers of its confinement, in their order.
	Confine []string `json:"confine"`
	// Folder is the only one that it may write to.
	Folder string `json:"folder"`
	// Memory and File bound its address space and each of its files in bytes; negative: no bound.
	Memory int64 `json:"memory"`
	File   int64 `json:"file"`
}

// readyMessage is the first one of a process.
type readyMessage struct {
	Version string `json:"version"`
	// Unconfined has the layers that the system does not let it have, with the reasons.
	Unconfined map[string]string `json:"unconfined"`
}

// jobMessage asks for a print. Its body is the document.
type jobMessage struct {
	// Base is the address that relative ones refer to.
	Base string `json:"base"`
	// Style is a user's style sheet.
	Style string `json:"style"`
	// Width and Height are those of the content of its pages, in CSS pixels, to which media queries refer.
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
	// Box is the address of links that mark the content of each page; empty: there are none.
	Box string `json:"box"`
}

// workerMessage is what a process writes during a print: the request for a resource, or the end.
type workerMessage struct {
	// Fetch is the address of a resource; empty: this is the end, whose body is the PDF.
	Fetch string `json:"fetch"`
	// Frame: the resource is a frame's.
	Frame bool `json:"frame"`
	// Sheet: it is a style sheet.
	Sheet bool `json:"sheet"`
	// Failure says why there is no PDF: memory, depth or other, whose cause is for the log.
	Failure string `json:"failure"`
	Cause   string `json:"cause"`
	// Last: the worker prints no other document.
	Last bool `json:"last"`
	// Fonts is the number of fonts in the PDF.
	Fonts int `json:"fonts"`
}

// resourceMessage answers the request for a resource. Its body is the content.
type resourceMessage struct {
	Error string `json:"error,omitempty"`
	// URL is the address after redirects.
	URL string `json:"url"`
	// Type is the Content-Type.
	Type string `json:"type"`
}

// maxHeader is more than any header that a process writes has: the longest hold an address of the document.
const maxHeader = 64 * domain.MiB

// send writes a message.
func send(to io.Writer, header any, body []byte) error {
	encoded, err := json.Marshal(header)
	if err != nil {
		return err
	}
	message := binary.BigEndian.AppendUint32(nil, uint32(len(encoded))) //nolint:gosec // less than a request
	message = binary.BigEndian.AppendUint32(message, uint32(len(body))) //nolint:gosec // bounded by the size of documents and resources
	if _, err := to.Write(append(message, encoded...)); err != nil {
		return err
	}
	_, err = to.Write(body)
	return err
}

var errTooLarge = errors.New("a body larger than the limit")

// receive reads a message. A body with more bytes than the limit is errTooLarge, and is not read.
func receive(from io.Reader, header any, limit domain.ByteSize) (body []byte, err error) {
	var lengths [8]byte
	if _, err := io.ReadFull(from, lengths[:]); err != nil {
		return nil, err
	}
	head, rest := binary.BigEndian.Uint32(lengths[:4]), binary.BigEndian.Uint32(lengths[4:])
	switch {
	case domain.ByteSize(head) > maxHeader:
		return nil, fmt.Errorf("a header of %d bytes", head)
	case domain.ByteSize(rest) > limit:
		return nil, errTooLarge
	}
	encoded := make([]byte, head)
	if _, err := io.ReadFull(from, encoded); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(encoded, header); err != nil {
		return nil, err
	}
	body = make([]byte, rest)
	_, err = io.ReadFull(from, body)
	return body, err
}

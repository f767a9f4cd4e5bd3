package chrome

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/go-rod/rod/lib/cdp"

	"platen/ports"
)

// read reads messages until the transport fails, which ends the connection.
func (conn *cdpConn) read() {
	from := bufio.NewReaderSize(conn.transport, transportBuffer)
	for {
		if err := conn.readMessage(from); err != nil {
			conn.end(fmt.Errorf("%w: its connection ended: %w", ports.ErrEngineLost, err))
			return
		}
	}
}

// The start of an answer, and the text between the id and the base64 of a binary answer: Chrome writes messages without blanks and in
// this order. So an answer that nobody waits for is skipped, and a PDF is decoded as it arrives; decoding its JSON took 30 times as long.
// Answers of other forms are decoded.
const (
	answerStart = `{"id":`
	dataStart   = `,"result":{"data":"`
)

// readMessage reads one message. After an error, nothing more can be read.
func (conn *cdpConn) readMessage(from *bufio.Reader) error {
	if is, err := startsWith(from, answerStart); err != nil {
		return err
	} else if !is {
		return conn.readOther(from)
	}
	number, err := from.ReadSlice(',')
	if err != nil {
		return err
	}
	id, err := strconv.Atoi(strings.TrimSpace(string(number[:len(number)-1])))
	if err != nil {
		return err
	}
	if err := from.UnreadByte(); err != nil {
		return err
	}
	switch c := conn.remove(id); {
	case c == nil:
		return skip(from)
	case c.limit > 0:
		return readData(from, c)
	default:
		return readResult(from, c)
	}
}

// skip discards the rest of a message.
func skip(from *bufio.Reader) error {
	for {
		if _, err := from.ReadSlice(0); !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
	}
}

// maxText bounds a message that is not binary. The largest are events of frames with a large data URI as their address.
const maxText = 64 << 20

// readText reads the rest of a message, with the NUL at its end.
func readText(from *bufio.Reader) (message []byte, err error) {
	for {
		piece, err := from.ReadSlice(0)
		message = append(message, piece...)
		switch {
		case err == nil:
			return message, nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, err
		case len(message) > maxText:
			return nil, fmt.Errorf("a message of more than %d bytes", maxText)
		}
	}
}

// startsWith reports whether the rest of the message starts with the text, and if so, skips the text. No possible rest may be
// shorter than the text.
func startsWith(from *bufio.Reader, text string) (bool, error) {
	head, err := from.Peek(len(text))
	if err != nil || string(head) != text {
		return false, err
	}
	_, err = from.Discard(len(text))
	return true, err
}

// readOther reads an event, or an answer that does not start as Chrome's do.
func (conn *cdpConn) readOther(from *bufio.Reader) error {
	message, err := readText(from)
	if err != nil {
		return err
	}
	var m struct {
		ID int
		reply
		cdp.Event
	}
	if err := json.Unmarshal(message[:len(message)-1], &m); err != nil {
		return err
	}
	if m.ID == 0 {
		conn.event(&m.Event)
	} else if c := conn.remove(m.ID); c != nil {
		c.end(m.reply)
	}
	return nil
}

// reply is the content of an answer.
type reply struct {
	Result json.RawMessage
	Error  *cdp.Error
}

// end gives the caller its answer.
func (c *call) end(r reply) {
	switch {
	case r.Error != nil:
		c.answer <- answer{err: r.Error}
	case c.limit > 0:
		var binary struct{ Data []byte }
		err := json.Unmarshal(r.Result, &binary)
		if err == nil && len(binary.Data) > c.limit {
			err = errTooLarge
		}
		c.answer <- answer{binary.Data, err}
	default:
		c.answer <- answer{result: r.Result}
	}
}

// readResult reads an answer, from the comma after its id.
func readResult(from *bufio.Reader, c *call) error {
	message, err := readText(from)
	if err != nil {
		return err
	}
	message[0], message = '{', message[:len(message)-1]
	var r reply
	if err := json.Unmarshal(message, &r); err != nil {
		return err
	}
	c.end(r)
	return nil
}

// readData reads a binary answer, from the comma after its id.
func readData(from *bufio.Reader, c *call) error {
	if is, err := startsWith(from, dataStart); err != nil {
		return err
	} else if !is {
		return readResult(from, c) // an error, or another form
	}
	a, err := decodeData(from, c.limit)
	if err != nil {
		return err
	}
	if err := skip(from); err != nil {
		return err
	}
	c.answer <- a
	return nil
}

// decodeData reads base64 up to the quotation mark at its end. A piece without it fills the reader's buffer, whose size is a
// multiple of four, so that it is whole groups of base64.
func decodeData(from *bufio.Reader, limit int) (a answer, err error) {
	for ended := false; !ended; {
		piece, err := from.ReadSlice('"')
		switch {
		case err == nil:
			ended, piece = true, piece[:len(piece)-1]
		case !errors.Is(err, bufio.ErrBufferFull):
			return a, err
		}
		if a.err != nil {
			continue
		}
		if a.result, a.err = base64.StdEncoding.AppendDecode(a.result, piece); a.err == nil && len(a.result) > limit {
			a = answer{err: errTooLarge}
		}
	}
	return a, nil
}

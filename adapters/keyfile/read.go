package keyfile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
	"time"

	"platen/domain"
)

const (
	// maxFile bounds a keys file, which has about 100 bytes for each key.
	maxFile = 16 * domain.MiB
	// readTimeout bounds one reading. A network file system that hangs answers no call at all.
	readTimeout = time.Second
)

// reader reads one file, in bounded time and memory. Safe for concurrent use.
type reader struct {
	path string
	// turn is held by the reading under way. One that hangs keeps it, so that there is never a second one.
	turn chan struct{}
}

func newReader(path string) reader { return reader{path, make(chan struct{}, 1)} }

// read returns the file's text; without a file, one without keys.
func (r reader) read() ([]byte, error) {
	if r.path == "" {
		return []byte("[]"), nil
	}
	hangs := fmt.Errorf("read %s: no answer within %s; does its file system hang?", r.path, readTimeout)
	timeout := time.After(readTimeout)
	select {
	case r.turn <- struct{}{}:
	case <-timeout:
		return nil, hangs
	}
	type reading struct {
		text []byte
		err  error
	}
	done := make(chan reading, 1)
	go func() {
		text, err := readRegular(r.path)
		<-r.turn
		done <- reading{text, err}
	}()
	select {
	case read := <-done:
		return read.text, read.err
	case <-timeout:
		return nil, hangs
	}
}

// readRegular reads a regular file. A pipe or a device may have no end; with O_NONBLOCK, opening a pipe does not wait for its writer.
func readRegular(path string) ([]byte, error) {
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	if about, err := file.Stat(); err != nil {
		return nil, err
	} else if !about.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file", path)
	}
	text, err := io.ReadAll(io.LimitReader(file, int64(maxFile)+1))
	if err == nil && len(text) > int(maxFile) {
		err = errors.New(path + " has more than " + maxFile.String())
	}
	return text, err
}

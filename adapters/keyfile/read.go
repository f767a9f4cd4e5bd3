package keyfile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
	"time"

	"golang.org/x/sync/singleflight"

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
	// underWay is the reading under way. Others wait for its result, so that there is never a second one that hangs.
	underWay singleflight.Group
}

// read returns the file's text; without a file, one without keys.
func (r *reader) read() ([]byte, error) {
	if r.path == "" {
		return []byte("[]"), nil
	}
	select {
	case read := <-r.underWay.DoChan("", func() (any, error) { return readRegular(r.path) }):
		text, _ := read.Val.([]byte)
		return text, read.Err
	case <-time.After(readTimeout):
		return nil, fmt.Errorf("read %s: no answer within %s; does its file system hang?", r.path, readTimeout)
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
	if len(text) > int(maxFile) {
		err = errors.New(path + " has more than " + maxFile.String())
	}
	return text, err
}

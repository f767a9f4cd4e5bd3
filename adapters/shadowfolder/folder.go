// Package shadowfolder keeps shadow results in a folder: files of JSON lines, one line for each document, and beside them
// folders with the kept requests. Only their owner can read them.
//
//	20261122-020445.123456789.jsonl    lines; the file is named after its first document
//	20261122-020445.123456789/         the requests of those documents, NAME.json
//
// The folder is bounded. When it is full, the oldest file and its requests are removed, about an eighth of the whole.
package shadowfolder

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"

	"platen/domain"
	"platen/domain/comparison"
	"platen/ports"
)

var _ ports.ShadowStore = (*Folder)(nil)

const (
	suffix   = ".jsonl"
	lockName = "owner.lock"
	// segments is how many a full folder has.
	segments = 8
)

// Folder is a ports.ShadowStore. One instance of the service at a time can have it open.
type Folder struct {
	root  *os.Root
	lock  *os.File
	limit int64

	mu       sync.Mutex
	segments []segment // the oldest first; the last one is being written if file is not nil
	file     *os.File
}

// segment is a file of lines with its requests.
type segment struct {
	name  string
	bytes int64
}

// Open opens the folder and creates it if it does not exist. It fails if another instance has it open.
func Open(dir string, limit domain.ByteSize) (_ *Folder, err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	f := &Folder{root: root, limit: int64(limit)}
	if f.lock, err = root.OpenFile(lockName, os.O_RDWR|os.O_CREATE, 0o600); err != nil {
		return nil, errors.Join(err, root.Close())
	}
	if err := unix.Flock(int(f.lock.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		if errors.Is(err, unix.EWOULDBLOCK) {
			err = fmt.Errorf("%s is in use by another instance: give each a folder of its own", dir)
		}
		return nil, errors.Join(err, f.Close())
	}
	if f.segments, err = segmentsIn(root); err == nil {
		err = f.removeOldest(0)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// Close releases the folder for other instances.
func (f *Folder) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	var err error
	if f.file != nil {
		err = f.file.Close()
		f.file = nil
	}
	return errors.Join(err, f.lock.Close(), f.root.Close())
}

// Add appends a line, and writes the request beside it.
func (f *Folder) Add(result comparison.Shadow, request []byte) error {
	line, err := json.Marshal(result)
	if err != nil {
		return err
	}
	line = append(line, '\n')
	size := int64(len(line) + len(request))
	f.mu.Lock()
	defer f.mu.Unlock()
	if size > f.limit/2 {
		return fmt.Errorf("a result of %s does not fit into shadow.max_bytes, %s", domain.ByteSize(size), domain.ByteSize(f.limit))
	}
	if f.file == nil || f.last().bytes+size > f.limit/segments {
		if err := f.begin(result.Name); err != nil {
			return err
		}
	}
	if err := f.removeOldest(size); err != nil {
		return err
	}
	return f.write(result.Name, line, request)
}

func (f *Folder) last() *segment { return &f.segments[len(f.segments)-1] }

// begin starts a segment.
func (f *Folder) begin(name string) error {
	file, err := f.root.OpenFile(name+suffix, os.O_WRONLY|os.O_CREATE|os.O_EXCL|os.O_APPEND|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return err
	}
	if f.file != nil {
		f.file.Close()
	}
	f.file, f.segments = file, append(f.segments, segment{name: name})
	return nil
}

// removeOldest removes the oldest segments until size more bytes fit. It keeps the segment that is being written.
func (f *Folder) removeOldest(size int64) error {
	total := size
	for _, s := range f.segments {
		total += s.bytes
	}
	for total > f.limit && len(f.segments) > 0 && (len(f.segments) > 1 || f.file == nil) {
		oldest := f.segments[0]
		if err := errors.Join(f.root.RemoveAll(oldest.name), f.root.RemoveAll(oldest.name+suffix)); err != nil {
			return err
		}
		total -= oldest.bytes
		f.segments = f.segments[1:]
	}
	return nil
}

// write writes the request before the line, so that no line lacks its request.
func (f *Folder) write(name string, line, request []byte) error {
	s := f.last()
	kept := path.Join(s.name, name+".json")
	if len(request) > 0 {
		if err := f.root.MkdirAll(s.name, 0o700); err != nil {
			return err
		}
		if err := f.root.WriteFile(kept, request, 0o600); err != nil {
			return errors.Join(err, f.root.RemoveAll(kept))
		}
	}
	before, err := f.file.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	if _, err := f.file.Write(line); err != nil {
		return errors.Join(err, f.file.Truncate(before), f.root.RemoveAll(kept))
	}
	s.bytes += int64(len(line) + len(request))
	return nil
}

// segmentsIn finds the segments of a folder, the oldest first. It ignores other files.
func segmentsIn(root *os.Root) (found []segment, err error) {
	entries, err := fs.ReadDir(root.FS(), ".") // sorted
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		name, is := strings.CutSuffix(entry.Name(), suffix)
		if !is || !entry.Type().IsRegular() {
			continue
		}
		info, err := entry.Info()
		if err != nil {
			return nil, err
		}
		s := segment{name, info.Size()}
		requests, err := fs.ReadDir(root.FS(), name)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
		for _, request := range requests {
			if info, err := request.Info(); err == nil {
				s.bytes += info.Size()
			}
		}
		found = append(found, s)
	}
	return found, nil
}

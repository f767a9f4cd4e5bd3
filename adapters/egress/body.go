package egress

import (
	"bytes"
	"io"
	"os"
	"sync"

	"platen/domain"
)

// body is the body of an answer, in memory or in a file.
type body interface {
	Len() int64
	// WriteTo writes the whole body. Safe for concurrent use.
	WriteTo(w io.Writer) (int64, error)
}

// memoryBody is a body in memory.
type memoryBody []byte

func (b memoryBody) Len() int64 { return int64(len(b)) }

func (b memoryBody) WriteTo(w io.Writer) (int64, error) {
	n, err := w.Write(b)
	return int64(n), err
}

// fileBody is a part of a file.
type fileBody struct {
	file         *os.File
	offset, size int64
}

func (b fileBody) Len() int64 { return b.size }

func (b fileBody) WriteTo(w io.Writer) (int64, error) {
	return io.Copy(w, io.NewSectionReader(b.file, b.offset, b.size))
}

// maxMemory is how many bytes of one document's resources stay in memory.
const maxMemory = int(8 * domain.MiB)

// bodyStore keeps the bodies of one document: the first ones in memory, the others in one file, which has no name
// so that nothing of it outlives the process. The zero value is empty. Safe for concurrent use.
type bodyStore struct {
	mu       sync.Mutex
	inMemory int
	file     *os.File
	size     int64
}

// keep returns a body that stays readable until close. If the disk fails, the body stays in memory.
func (s *bodyStore) keep(b body) body {
	content, ok := b.(memoryBody)
	if !ok {
		return b
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.inMemory+len(content) <= maxMemory {
		s.inMemory += len(content)
		return memoryBody(bytes.Clone(content)) // without the buffer's spare capacity
	}
	if s.file == nil {
		file, err := os.CreateTemp("", "platen-resources-*")
		if err != nil {
			return b
		}
		if err := os.Remove(file.Name()); err != nil {
			_ = file.Close()
			return b
		}
		s.file = file
	}
	if _, err := s.file.WriteAt(content, s.size); err != nil {
		return b
	}
	stored := fileBody{s.file, s.size, int64(len(content))}
	s.size += stored.size
	return stored
}

// close removes the file.
func (s *bodyStore) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.file != nil {
		_ = s.file.Close()
		s.file = nil
	}
}

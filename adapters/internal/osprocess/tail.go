package osprocess

import (
	"bytes"
	"strings"
	"sync"
)

// maxTail bounds what a Tail keeps, in bytes.
const maxTail = 2048

// Tail is a writer that keeps the end of a process's output. The zero value is empty. Safe for concurrent use.
type Tail struct {
	mu   sync.Mutex
	kept []byte
}

// Write never fails.
func (t *Tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, p[max(0, len(p)-maxTail):]...)
	t.kept = append(t.kept[:0], t.kept[max(0, len(t.kept)-maxTail):]...)
	return len(p), nil
}

// String returns what was kept as valid UTF-8, without white space around it.
func (t *Tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.ToValidUTF8(string(bytes.TrimSpace(t.kept)), "")
}

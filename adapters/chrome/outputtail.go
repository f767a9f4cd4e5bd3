package chrome

import (
	"bytes"
	"sync"
)

// outputTail keeps the end of a process's output. Safe for concurrent use.
type outputTail struct {
	mu  sync.Mutex
	buf []byte
}

// Write keeps the end of p.
func (t *outputTail) Write(p []byte) (int, error) {
	const most = 2048
	t.mu.Lock()
	defer t.mu.Unlock()
	t.buf = append(t.buf, p...)
	if len(t.buf) > most {
		t.buf = append([]byte(nil), t.buf[len(t.buf)-most:]...)
	}
	return len(p), nil
}

// String returns what was kept, without white space around it.
func (t *outputTail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(bytes.TrimSpace(t.buf))
}

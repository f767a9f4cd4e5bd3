package chrome

import (
	"bytes"
	"sync"
)

// tail keeps the last of what a process says.
type tail struct {
	mu  sync.Mutex
	buf []byte
}

// Write keeps the end of p.
func (t *tail) Write(p []byte) (int, error) {
	const most = 2048
	t.mu.Lock()
	defer t.mu.Unlock()
	t.buf = append(t.buf, p...)
	if len(t.buf) > most {
		t.buf = append([]byte(nil), t.buf[len(t.buf)-most:]...)
	}
	return len(p), nil
}

// String gives what was kept.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(bytes.TrimSpace(t.buf))
}

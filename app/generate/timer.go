package generate

import (
	"sync"
	"time"

	"platen/domain"
)

// timer measures for how long a document was rendering, and the most memory of a print. Concurrent renders count once.
type timer struct {
	mu     sync.Mutex
	busy   int
	since  time.Time
	total  time.Duration
	memory domain.ByteSize
}

// begin notes that a render begins.
func (t *timer) begin() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.busy++; t.busy == 1 {
		t.since = time.Now()
	}
}

// end notes that a render ended, and the memory that it took.
func (t *timer) end(memory domain.ByteSize) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.busy--; t.busy == 0 {
		t.total += time.Since(t.since)
	}
	t.memory = max(t.memory, memory)
}

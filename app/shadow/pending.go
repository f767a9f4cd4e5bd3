package shadow

import "sync"

// pending counts the documents of the sample that are in memory. Safe for concurrent use.
type pending struct {
	mu           sync.Mutex
	count, bytes int
}

// add reports whether there is space for a document, and counts it then.
func (p *pending) add(size int) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.count > 0 && (p.count == maxPending || p.bytes+size > int(maxPendingBytes)) {
		return false
	}
	p.count, p.bytes = p.count+1, p.bytes+size
	return true
}

// remove ends what add began.
func (p *pending) remove(size int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.count, p.bytes = p.count-1, p.bytes-size
}

package generate

import (
	"context"
	"strconv"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"platen/domain/headerfooter"
	"platen/ports"
)

// uncomposable remembers the templates of which no copies could be composed from samples, as those with Roman numbers, so that
// the next documents print no samples in vain. A wrong memory costs time and changes no document. Safe for concurrent use.
type uncomposable struct {
	mu sync.Mutex
	// without are the numbers of documents that are still to be printed without samples.
	without *simplelru.LRU[uncomposableKey, int]
}

const (
	// maxUncomposable bounds the memory that they take: about 200 bytes each.
	maxUncomposable = 4096
	// retryAfter is the number of documents after which samples are tried again: the reason may have been the data of one.
	retryAfter = 20
)

// uncomposableKey is what determines as a rule whether copies can be composed.
type uncomposableKey struct {
	client   string
	template string // the digest of the header or footer before it is filled
	position headerfooter.Position
	digits   int // of the number of pages
}

func newUncomposable() *uncomposable {
	// The error is that of a number that is not positive.
	without, _ := simplelru.NewLRU[uncomposableKey, int](maxUncomposable, nil)
	return &uncomposable{without: without}
}

// has tells whether a document is better printed without samples.
func (u *uncomposable) has(key uncomposableKey) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	left, _ := u.without.Get(key)
	if left == 0 {
		return false
	}
	u.without.Add(key, left-1)
	return true
}

// add notes that no copies could be composed.
func (u *uncomposable) add(key uncomposableKey) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.without.Add(key, retryAfter)
}

// uncomposableKey gives the key of a header or footer of a body of total pages.
func (h *headerFooter) uncomposableKey(ctx context.Context, total int) uncomposableKey {
	return uncomposableKey{client: ports.ClientOf(ctx).Name, template: h.template, position: h.position, digits: len(strconv.Itoa(total))}
}

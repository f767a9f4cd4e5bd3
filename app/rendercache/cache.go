// Package rendercache keeps prints of headers and footers for the next document that has the same. It wraps a
// ports.Renderer.
//
// A print is found again only by a job that is equal in every byte, for the same client: nothing of one client's documents
// is seen by another, not even by the time that a print takes.
package rendercache

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"math"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"platen/domain"
	"platen/ports"
)

var _ ports.Renderer = (*Cache)(nil)

// Cache is a Renderer that renders jobs marked by ports.Reusable once. Make one with New. Safe for concurrent use.
type Cache struct {
	next  ports.Renderer
	limit int

	mu      sync.Mutex
	entries *simplelru.LRU[key, []byte]
	size    int // bytes of all entries
}

// key is the digest of all that determines a print.
type key [sha256.Size]byte

const (
	// overhead is what an entry takes beside its PDF, in bytes.
	overhead = 256
	// share is the part of the limit that one entry may take, so that a large one does not drop all others.
	share = 8
)

// New keeps prints of at most limit bytes in all, those that were used last. next must give equal prints for equal jobs.
func New(next ports.Renderer, limit domain.ByteSize) *Cache {
	c := &Cache{next: next, limit: int(limit)}
	// The error is that of a number of entries that is not positive. The size is bounded here.
	c.entries, _ = simplelru.NewLRU(math.MaxInt, func(_ key, content []byte) { c.size -= weight(content) })
	return c
}

// Render gives the print that it kept, or renders and keeps it. Prints that asked the network for something are not kept:
// the answer may be another next time.
func (c *Cache) Render(ctx context.Context, job domain.PrintJob, options ...ports.RenderOption) (domain.PDF, error) {
	if !ports.NewRenderOptions(options...).Reusable {
		return c.next.Render(ctx, job, options...)
	}
	if err := ctx.Err(); err != nil {
		return domain.PDF{}, err
	}
	k := keyOf(ports.ClientOf(ctx), job)
	if content, ok := c.get(k); ok {
		return domain.PDF{Content: bytes.Clone(content)}, nil
	}
	pdf, err := c.next.Render(ctx, job, options...)
	if err == nil && pdf.Traffic.Requests == 0 && len(pdf.Traffic.Failed) == 0 {
		c.add(k, pdf.Content)
	}
	return pdf, err
}

func (c *Cache) get(k key) ([]byte, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.entries.Get(k)
}

// add keeps a copy of a print, and drops those that were used the longest time ago.
func (c *Cache) add(k key, content []byte) {
	if weight(content) > c.limit/share {
		return
	}
	content = bytes.Clone(content)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.entries.Remove(k) // a concurrent render may have added it
	c.size += weight(content)
	c.entries.Add(k, content)
	for c.size > c.limit {
		c.entries.RemoveOldest()
	}
}

func weight(content []byte) int { return len(content) + overhead }

// keyOf gives the key of a client's job. All fields are written with their lengths, so that no two jobs are written alike.
func keyOf(client ports.Client, job domain.PrintJob) key {
	sum := sha256.New()
	for _, text := range append([]string{client.Name, job.HTML}, job.Destinations...) {
		_ = binary.Write(sum, binary.BigEndian, uint64(len(text))) // a hash never fails
		_, _ = sum.Write([]byte(text))
	}
	_ = binary.Write(sum, binary.BigEndian, uint64(len(job.Destinations)))
	_ = binary.Write(sum, binary.BigEndian, job.Untagged)
	_ = binary.Write(sum, binary.BigEndian, job.Paper)
	_ = binary.Write(sum, binary.BigEndian, job.Margins)
	return key(sum.Sum(nil))
}

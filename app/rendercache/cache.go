// Package rendercache keeps the PDFs of headers, footers and specimens of pages, so that an equal one is not rendered again. It wraps a
// ports.Renderer.
//
// A kept PDF is used only for an equal job of the same client. So a client learns nothing about another's documents, not
// even from the time that a render takes.
package rendercache

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"math"
	"strings"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"platen/domain"
	"platen/ports"
)

var _ ports.Renderer = (*renderer)(nil)

// Cache keeps the PDFs of jobs that are ports.RenderOptions.Reusable, of one or more renderers. Make one with New. Safe for concurrent use.
type Cache struct {
	limit int

	mu      sync.Mutex
	entries *simplelru.LRU[key, []byte]
	size    int // bytes of all entries
}

// renderer is a Renderer with a Cache.
type renderer struct {
	*Cache

	next   ports.Renderer
	engine func() ports.EngineInfo
}

// key is a digest of everything that determines a PDF.
type key [sha256.Size]byte

const (
	// overhead is an estimate of the memory of an entry beside its PDF, in bytes.
	overhead = 256
	// share: one entry may take the limit divided by it, so that a large entry does not evict all others.
	share = 8
)

// New makes a Cache of at most limit bytes, which evicts the least recently used PDFs.
func New(limit domain.ByteSize) *Cache {
	c := &Cache{limit: int(limit)}
	// The only error is for a number of entries that is not positive. The cache itself bounds their size.
	c.entries, _ = simplelru.NewLRU(math.MaxInt, func(_ key, content []byte) { c.size -= weight(content) })
	return c
}

// Renderer puts the cache around the renderer of an engine, which must give equal PDFs for equal jobs as long as it keeps its version: a
// remote one may be replaced. The engines of a Cache have different names, and nothing of each other.
func (c *Cache) Renderer(next ports.Renderer, engine func() ports.EngineInfo) ports.Renderer {
	return &renderer{Cache: c, next: next, engine: engine}
}

// Render returns the kept PDF of an equal job, or renders and keeps the PDF. It keeps none whose job asked the network for
// something, since the answer may differ next time.
func (c *renderer) Render(ctx context.Context, job domain.PrintJob, options ports.RenderOptions) (domain.PDF, error) {
	if !options.Reusable {
		return c.next.Render(ctx, job, options)
	}
	if err := ctx.Err(); err != nil {
		return domain.PDF{}, err
	}
	engine := c.engine()
	k := keyOf(engine, ports.ClientOf(ctx), job)
	if content, ok := c.get(k); ok {
		return domain.PDF{Content: bytes.Clone(content)}, nil
	}
	pdf, err := c.next.Render(ctx, job, options)
	if err == nil && pdf.Traffic.Requests == 0 && len(pdf.Traffic.Failed) == 0 && c.engine().Version == engine.Version {
		c.add(k, pdf.Content)
	}
	return pdf, err
}

func (c *Cache) get(k key) ([]byte, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.entries.Get(k)
}

// add keeps a copy of a PDF and evicts the least recently used ones.
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

// keyOf returns the key of a client's job for an engine of a version. It depends on every field of the job.
func keyOf(engine ports.EngineInfo, client ports.Client, job domain.PrintJob) key {
	sum := sha256.New()
	html := job.HTML
	job.HTML = ""
	// %#v quotes strings, so that no two jobs give the same bytes. The HTML, which may be large, is not copied as a whole: LimitReader
	// hides strings.Reader.WriteTo, which would.
	_, _ = fmt.Fprintf(sum, "%#v %#v %#v %#v", engine.Name, client.Name, engine.Version, job)
	_, _ = io.Copy(sum, io.LimitReader(strings.NewReader(html), int64(len(html))))
	return key(sum.Sum(nil))
}

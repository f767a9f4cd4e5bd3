package generate_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/domain"
)

// ofTotal tells whether a print shows numbers of a document of total pages.
func ofTotal(job domain.PrintJob, total int) bool {
	return !isBody(job) && strings.Contains(job.HTML, fmt.Sprintf(`"totalPages">%d<`, total))
}

// TestNumbersArePrintedWithTheBody, if the client's last document with the same templates had as many pages.
func TestNumbersArePrintedWithTheBody(t *testing.T) {
	p := newFakeEngine(3)
	var numbered3 chan struct{}
	g := p.generatorOver(rendererFunc(func(ctx context.Context, job domain.PrintJob) (domain.PDF, error) {
		pdf, err := p.Render(ctx, job)
		switch {
		case numbered3 == nil:
		case isBody(job):
			select {
			case <-numbered3:
			case <-ctx.Done():
				return domain.PDF{}, ctx.Err()
			}
		case ofTotal(job, 3):
			close(numbered3)
		}
		return pdf, err
	}))
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	request := domain.Request{HTML: "body", HeaderHTML: numbered}
	first, err := g.Generate(ctx, request)
	require.NoError(t, err)
	require.Equal(t, "body 0|header 1.1 on 1|header 1.2 on 2|header 1.3 on 3", string(first.PDF))
	numbered3 = make(chan struct{})
	second, err := g.Generate(ctx, request)
	require.NoError(t, err)
	require.Equal(t, "body 1|header 3.1 on 1|header 3.2 on 2|header 3.3 on 3", string(second.PDF))
	require.Equal(t, first.Traffic, second.Traffic)
}

// TestWrongNumbersOfPages change no document. After one, the next document expects none.
func TestWrongNumbersOfPages(t *testing.T) {
	p := newFakeEngine(0)
	g := p.generator()
	for i, test := range []struct{ pages, most int }{
		{3, 2}, {3, 2}, {5, 3}, {3, 2}, {3, 2}, {3, 2}, {1, 2},
	} {
		before := len(p.prints["header"])
		p.pages = test.pages
		document, err := g.Generate(t.Context(), domain.Request{HTML: "body", HeaderHTML: numbered})
		require.NoError(t, err)
		prints := len(p.prints["header"]) - before
		require.True(t, 1 <= prints && prints <= test.most, "document %d: %d prints of its header", i, prints)
		want := fmt.Sprintf("body %d", i)
		last := len(p.prints["header"]) - 1
		for page := 1; page <= test.pages && test.pages > 1; page++ {
			want += fmt.Sprintf("|header %d.%d on %d", last, page, page)
		}
		if test.pages == 1 {
			want += fmt.Sprintf("|header %d.1 on 1", before)
		}
		require.Equal(t, want, string(document.PDF), "document %d", i)
		require.True(t, test.pages == 1 || ofTotal(p.prints["header"][last], test.pages), "document %d", i)
	}
}

package rendertest

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/ports/pdfcheck"
)

// soon bounds the time from the end of its context until Render returns. Engines need far less, and the documents here take
// far longer.
const soon = 10 * time.Second

// ends checks that a render ends with its context, and that the engine continues to work.
func (s *suite) ends(t *testing.T) {
	s.site.handle("/never", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	waits := document("", `<p>waits</p><img src="`+s.site.url("/never")+`">`)
	enormous := document("", "<table>"+strings.Repeat("<tr><td>one</td><td>two</td><td>three</td></tr>\n", 100_000)+"</table>")

	t.Run("cancelled before", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		s.endsWith(ctx, t, document("", "<p>x</p>"), context.Canceled)
	})
	t.Run("cancelled during", func(t *testing.T) {
		asked, _ := s.site.hold("/asked")
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		go func() {
			<-asked
			cancel()
		}()
		s.endsWith(ctx, t, document("", `<img src="`+s.site.url("/asked")+`">`), context.Canceled)
	})
	for name, job := range map[string]domain.PrintJob{"resource that never comes": waits, "enormous table": enormous} {
		t.Run("deadline: "+name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
			defer cancel()
			s.endsWith(ctx, t, job, context.DeadlineExceeded)
		})
	}
	t.Run("all places at once", func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		var done []<-chan result
		for range 8 {
			done = append(done, s.begin(ctx, waits))
		}
		for _, d := range done {
			require.ErrorIs(t, (<-d).err, context.DeadlineExceeded)
		}
		s.check(t, document("", "<p>and on</p>"), pdfcheck.Text("and on"))
	})
}

// endsWith renders a document whose context ends, and another one after it.
func (s *suite) endsWith(ctx context.Context, t *testing.T, doomed domain.PrintJob, want error) {
	t.Helper()
	done := s.begin(ctx, doomed)
	<-ctx.Done()
	select {
	case got := <-done:
		require.ErrorIs(t, got.err, want)
		require.Empty(t, got.pdf.Content)
	case <-time.After(soon):
		t.Fatalf("Render is still busy %v after its context ended", soon)
	}
	s.check(t, document("", "<p>the next one</p>"), pdfcheck.Pages(1), pdfcheck.Text("the next one"))
}

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

// soon is how long after the end of its context a Render may take to return. It is far more than an engine
// needs, and far less than the documents here would take.
const soon = 10 * time.Second

// ends: a render ends with its context, and the engine goes on.
func (s *suite) ends(t *testing.T) {
	s.site.handle("/never", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	waits := sheet("", `<p>waits</p><img src="`+s.site.url("/never")+`">`)
	enormous := sheet("", "<table>"+strings.Repeat("<tr><td>one</td><td>two</td><td>three</td></tr>\n", 100_000)+"</table>")

	t.Run("cancelled before", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		s.endsWith(ctx, t, sheet("", "<p>x</p>"), context.Canceled)
	})
	t.Run("cancelled during", func(t *testing.T) {
		asked, _ := s.site.hold("/asked")
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		go func() {
			<-asked
			cancel()
		}()
		s.endsWith(ctx, t, sheet("", `<img src="`+s.site.url("/asked")+`">`), context.Canceled)
	})
	for name, sheet := range map[string]domain.PrintJob{"resource that never comes": waits, "enormous table": enormous} {
		t.Run("deadline: "+name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
			defer cancel()
			s.endsWith(ctx, t, sheet, context.DeadlineExceeded)
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
		s.check(t, sheet("", "<p>and on</p>"), pdfcheck.Text("and on"))
	})
}

// endsWith renders a sheet whose context ends, and another after it.
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
	s.check(t, sheet("", "<p>the next one</p>"), pdfcheck.Pages(1), pdfcheck.Text("the next one"))
}

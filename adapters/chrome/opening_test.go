package chrome_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/adapters/chrome"
	"platen/ports"
)

// A renderer process that ends or is stopped while its tab is being opened costs that tab only: the browser and the
// documents in it go on.
func TestRendererFailsWhileTabOpens(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		hit  func(t testing.TB, pid int)
	}{{"killed", kill}, {"stopped", stop}} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			home := home(t)
			site := openSite(t)
			egress := passThrough(t)
			egress.route = site.address()
			cfg := with(2, home)
			cfg.Recycle = 1 // each document is followed by a new tab
			r := start(t, cfg, egress, func(r *chrome.Engine) { r.OpenTimeout(3 * time.Second) })
			before := browser(t, home).pid
			known := map[int]bool{}
			for _, p := range renderers(t, home) {
				known[p.pid] = true
			}
			require.Len(t, known, 2)
			hold := site.holdAt(t, "/hold.png")
			results := renders(t.Context(), r, 1, held("/hold.png"), ports.RenderOptions{})
			hold.await(t, 1)

			render(t, r, printJob("<p>in the other tab"))
			another := func() (pid int) {
				eventually(t, "another renderer", func() bool {
					for _, p := range renderers(t, home) {
						if !known[p.pid] {
							known[p.pid], pid = true, p.pid
							return true
						}
					}
					return false
				})
				return pid
			}
			for range 3 {
				c.hit(t, another())
			}
			another() // the tab that was hit last is given up: no document can be given to it
			render(t, r, printJob("<p>the next one"))
			hold.release()
			require.NoError(t, next(t, results), "the document under way")
			require.Equal(t, before, browser(t, home).pid)
		})
	}
}

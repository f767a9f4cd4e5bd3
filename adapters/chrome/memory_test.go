package chrome_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"

	"platen/adapters/internal/osprocess"
	"platen/domain"
	"platen/ports"
	"platen/ports/machine"
)

// A document that needs more memory than there is to be is at fault itself: to print it again would be no use.
func TestDocumentExceedsMemory(t *testing.T) {
	t.Parallel()
	site := openSite(t)
	network := passThrough(t)
	network.route = site.address()
	cfg := with(2)
	cfg.MaxMemory = 128 * domain.MiB
	r := start(t, cfg, network)
	hold := site.holdAt(t, "/hold.png")
	other := renders(t.Context(), r, 1, held("/hold.png"), ports.RenderOptions{})
	hold.await(t, 1)
	for _, way := range []struct {
		name    string
		options ports.RenderOptions
	}{{"in the shared browser", ports.RenderOptions{}}, {"isolated", ports.RenderOptions{Isolated: true}}} {
		t.Run(way.name, func(t *testing.T) {
			glutton := printJob(strings.Repeat("<p>x<b>y</b>", 400000))
			_, err := r.Render(t.Context(), glutton, way.options)
			require.NotErrorIs(t, err, ports.ErrEngineLost)
			var known *domain.Error
			require.ErrorAs(t, err, &known)
			require.Equal(t, domain.RenderFailed, known.Code)
			require.Contains(t, known.Message, "128MiB")
		})
	}
	hold.release()
	require.NoError(t, next(t, other), "the other under way")
	render(t, r, printJob("<p>the next one"))
}

// rows is a table of two columns, of which Chrome needs some 60 MiB for 1000 rows, and leaves as much behind.
func rows(n int) string {
	return "<table>" + strings.Repeat("<tr><td>item number one</td><td>some value</td></tr>\n", n) + "</table>"
}

// What documents leave behind in their tabs is not held against the next one.
func TestSuccessiveLargeDocuments(t *testing.T) {
	t.Parallel()
	cfg := with(1)
	cfg.MaxMemory = 512 * domain.MiB
	r := start(t, cfg, passThrough(t))
	for range 3 {
		render(t, r, printJob(rows(5000)))
	}
}

// A document that needs too much memory in a used tab is printed once more in a new one before it is refused.
func TestUsedTabExceedsMemory(t *testing.T) {
	t.Parallel()
	home := home(t)
	core, logged := observer.New(zap.WarnLevel)
	cfg := with(1, home)
	cfg.MaxMemory = 128 * domain.MiB
	r := cfg.open(passThrough(t), zap.New(core))
	r.KeepTabs(1)
	defer func() { require.NoError(t, r.Close()) }()
	machine.Started(t, missing())
	require.NoError(t, r.Start(t.Context()))
	for _, c := range []struct{ before, attempts int }{{0, 1}, {1, 2}} {
		eventually(t, "a tab", func() bool { return len(renderers(t, home)) == 1 })
		for range c.before {
			render(t, r, printJob("<p>x"))
		}
		_, err := r.Render(t.Context(), printJob(rows(10000)), ports.RenderOptions{})
		var known *domain.Error
		require.ErrorAs(t, err, &known)
		require.Contains(t, known.Message, "128MiB")
		kills := logged.TakeAll()
		require.Len(t, kills, c.attempts)
		require.Contains(t, kills[0].ContextMap()["error"], "too much memory")
	}
}

// A tab that waits for a document gives back the memory that the last one needed.
func TestIdleTabsGiveMemoryBack(t *testing.T) {
	t.Parallel()
	home := home(t)
	r := start(t, with(1, home), passThrough(t))
	render(t, r, printJob(rows(3000)))
	eventually(t, "small renderers", func() bool {
		for _, p := range renderers(t, home) {
			if status, err := osprocess.StatusOf(p.pid); err != nil || status.Resident > 128*domain.MiB {
				return false
			}
		}
		return true
	})
	render(t, r, printJob("<p>the next one"))
}

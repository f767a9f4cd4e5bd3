package chrome_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/ports"
)

// A document that needs more memory than there is to be is at fault itself: to print it again would be no use.
func TestADocumentThatNeedsTooMuchMemory(t *testing.T) {
	site := openSite(t)
	network := passThrough(t)
	network.route = site.address()
	cfg := with(2)
	cfg.MaxMemory = 256 * domain.MiB
	r := start(t, cfg, network)
	hold := site.holdAt(t, "/hold.png")
	other := renders(t.Context(), r, 1, held("/hold.png"))
	hold.await(t, 1)
	for _, way := range []struct {
		name  string
		alone bool
	}{{"in the browser of all", false}, {"alone", true}} {
		t.Run(way.name, func(t *testing.T) {
			glutton := sheet(strings.Repeat("<p>x<b>y</b>", 400000))
			glutton.Alone = way.alone
			_, err := r.Render(t.Context(), glutton)
			require.NotErrorIs(t, err, ports.ErrEngineLost)
			var known *domain.Error
			require.ErrorAs(t, err, &known)
			require.Equal(t, domain.RenderFailed, known.Code)
			require.Contains(t, known.Message, "256MiB")
		})
	}
	hold.release()
	require.NoError(t, next(t, other), "the other under way")
	render(t, r, sheet("<p>the next one"))
}

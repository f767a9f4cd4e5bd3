package chrome_test

import (
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap/zaptest"

	"platen/adapters/chrome"
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
		name    string
		options []ports.RenderOption
	}{{"in the shared browser", nil}, {"isolated", []ports.RenderOption{ports.Isolated()}}} {
		t.Run(way.name, func(t *testing.T) {
			glutton := sheet(strings.Repeat("<p>x<b>y</b>", 400000))
			_, err := r.Render(t.Context(), glutton, way.options...)
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

// The blame for a process ended for its size goes to one print that lost its process by it, and to no other.
func TestWhoIsToldOfTooMuchMemory(t *testing.T) {
	lost := fmt.Errorf("a print: %w", chrome.ErrCrashed)
	blamed := func(err error) bool { return !errors.Is(err, ports.ErrEngineLost) }
	synctest.Test(t, func(t *testing.T) {
		guard := chrome.NewMemoryGuard(zaptest.NewLogger(t))
		before := time.Now()
		require.False(t, blamed(guard.Explain(lost, before)), "nothing was ended")
		time.Sleep(time.Second)
		guard.End(idle(t), domain.GiB)
		time.Sleep(time.Second)
		require.False(t, blamed(guard.Explain(ports.ErrEngineLost, before)), "a tab that ended otherwise")
		require.False(t, blamed(guard.Explain(lost, time.Now())), "a print that began later")
		require.True(t, blamed(guard.Explain(lost, before)))
		require.False(t, blamed(guard.Explain(lost, before)), "another")

		guard.End(idle(t), domain.GiB)
		time.Sleep(time.Minute)
		require.False(t, blamed(guard.Explain(lost, before)), "that was long ago, and told to nobody")
	})
}

// idle starts a process that does nothing.
func idle(t *testing.T) (pid int) {
	process := exec.Command("sleep", "1000")
	require.NoError(t, process.Start())
	t.Cleanup(func() { require.ErrorContains(t, process.Wait(), "killed") })
	return process.Process.Pid
}

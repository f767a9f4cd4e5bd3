package engines_test

import (
	"testing"

	"go.uber.org/zap/zaptest"

	"platen/adapters/chrome"
	registry "platen/adapters/engines"
	"platen/domain"
	"platen/integration/harness"
	"platen/ports"
	"platen/ports/machine"
	"platen/ports/rendertest"
)

// TestRemoteConformance runs the conformance suite for remote engines on a Chrome that the engine did not start. As a container would be,
// the browser is started again when it ends.
func TestRemoteConformance(t *testing.T) {
	flags := harness.BrowserFlags(t)
	rendertest.RunRemote(t, func(t testing.TB, egress ports.Egress) ports.Engine {
		config := chrome.DefaultConfig()
		addr := machine.FreeAddress(t)
		harness.StartBrowser(t, addr, flags...)
		config.URL = "http://" + addr
		return chrome.New(config, registry.Setup{Concurrency: 2, MaxPDF: 128 * domain.MiB, Egress: egress, Log: zaptest.NewLogger(t)})
	})
}

package enginepdf

import (
	"sync"
	"testing"
	"time"

	"github.com/go-rod/rod"
	"github.com/go-rod/rod/lib/launcher"
	"github.com/go-rod/rod/lib/proto"

	"platen/ports/machine"
)

// started is the Chrome that all tests of a package share: its start takes many times as long as a print.
var started struct {
	once     sync.Once
	launcher *launcher.Launcher
	browser  *rod.Browser
	err      error
}

// closeTimeout bounds the end of the browser.
const closeTimeout = 10 * time.Second

// Run runs the tests of a package that calls Chrome, ends the browser that they share, and returns their exit code. TestMain calls it.
func Run(m *testing.M) int {
	code := m.Run()
	if started.launcher != nil {
		if started.err != nil || started.browser.Timeout(closeTimeout).Close() != nil {
			started.launcher.Kill()
		}
		started.launcher.Cleanup()
	}
	return code
}

// Chrome prints HTML with chromium-headless-shell, tagged and with bookmarks, in a page of its own. The paper is that of the document's
// @page rules, or US Letter.
func Chrome(t testing.TB, html string) []byte {
	t.Helper()
	bin := machine.Program(t, "chromium-headless-shell")
	started.once.Do(func() { started.err = start(bin) })
	if started.err != nil {
		t.Fatalf("start Chrome: %v", started.err)
	}
	browser := started.browser.WithPanic(func(problem any) { t.Fatalf("print with Chrome: %v", problem) })
	page := browser.MustPage("file://" + write(t, html)).MustWaitLoad()
	defer page.MustClose()
	printed, err := proto.PagePrintToPDF{
		PrintBackground: true, PreferCSSPageSize: true, GenerateTaggedPDF: true, GenerateDocumentOutline: true,
	}.Call(page)
	if err != nil {
		t.Fatalf("print with Chrome: %v", err)
	}
	return printed.Data
}

func start(bin string) error {
	started.launcher = launcher.New().Bin(bin).Leakless(false).NoSandbox(true)
	address, err := started.launcher.Launch()
	if err != nil {
		return err
	}
	started.browser = rod.New().NoDefaultDevice().ControlURL(address)
	return started.browser.Connect()
}

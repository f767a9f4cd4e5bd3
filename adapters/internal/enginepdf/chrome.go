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

// started is the Chrome that all tests of a package share, with its page: the start of either takes longer than a print.
var started struct {
	sync.Mutex
	launcher *launcher.Launcher
	page     *rod.Page
	err      error
}

// closeTimeout bounds the end of the browser.
const closeTimeout = 10 * time.Second

// Run runs the tests of a package that calls Chrome, ends the browser that they share, and returns their exit code. TestMain calls it.
func Run(m *testing.M) int {
	code := m.Run()
	if started.launcher != nil {
		if started.err != nil || started.page.Browser().Timeout(closeTimeout).Close() != nil {
			started.launcher.Kill()
		}
		started.launcher.Cleanup()
	}
	return code
}

// Chrome prints HTML with chromium-headless-shell, tagged and with bookmarks. The paper is that of the document's @page rules, or US
// Letter.
func Chrome(t testing.TB, html string) []byte {
	t.Helper()
	bin := machine.Program(t, "chromium-headless-shell")
	started.Lock()
	defer started.Unlock()
	if started.launcher == nil {
		started.err = start(bin)
	}
	if started.err != nil {
		t.Fatalf("start Chrome: %v", started.err)
	}
	page := started.page.WithPanic(func(problem any) { t.Fatalf("print with Chrome: %v", problem) })
	page.MustNavigate("file://" + write(t, html)).MustWaitLoad()
	printed, err := proto.PagePrintToPDF{
		PrintBackground: true, PreferCSSPageSize: true, GenerateTaggedPDF: true, GenerateDocumentOutline: true,
	}.Call(page)
	if err != nil {
		t.Fatalf("print with Chrome: %v", err)
	}
	return printed.Data
}

// start starts Chrome, which draws no screen, as in adapters/chrome, and opens the page.
func start(bin string) error {
	started.launcher = launcher.New().Bin(bin).Leakless(false).NoSandbox(true).Set("disable-gpu").Set("disable-threaded-compositing")
	address, err := started.launcher.Launch()
	if err != nil {
		return err
	}
	browser := rod.New().NoDefaultDevice().ControlURL(address)
	if err := browser.Connect(); err != nil {
		return err
	}
	started.page, err = browser.Page(proto.TargetCreateTarget{})
	return err
}

package enginepdf

import (
	"fmt"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/go-rod/rod"
	"github.com/go-rod/rod/lib/launcher"
	"github.com/go-rod/rod/lib/proto"

	"platen/ports/machine"
)

// browser is the Chrome that all tests of a package share: its start takes many times as long as a print.
var browser struct {
	mu      sync.Mutex
	started *launcher.Launcher
	*rod.Browser
}

// closeTimeout bounds the end of the browser.
const closeTimeout = 10 * time.Second

// Run runs the tests of a package that calls Chrome, ends the browser that they share, and returns their exit code. TestMain calls it.
func Run(m *testing.M) int {
	code := m.Run()
	if browser.started != nil {
		if browser.Timeout(closeTimeout).Close() != nil {
			browser.started.Kill()
		}
		browser.started.Cleanup()
	}
	return code
}

// Chrome prints HTML with chromium-headless-shell, tagged and with bookmarks, in a page of its own. The paper is that of the document's
// @page rules, or US Letter.
func Chrome(t testing.TB, html string) []byte {
	t.Helper()
	pdf, err := printByChrome(machine.Program(t, "chromium-headless-shell"), "file://"+write(t, html))
	if err != nil {
		t.Fatalf("print with Chrome: %v", err)
	}
	return pdf
}

func printByChrome(bin, address string) ([]byte, error) {
	browser.mu.Lock()
	defer browser.mu.Unlock()
	if err := start(bin); err != nil {
		return nil, fmt.Errorf("start it: %w", err)
	}
	page, err := browser.Page(proto.TargetCreateTarget{URL: address})
	if err != nil {
		return nil, err
	}
	defer func() { _ = page.Close() }() // which changes nothing of the PDF
	if err := page.WaitLoad(); err != nil {
		return nil, err
	}
	printed, err := proto.PagePrintToPDF{
		PrintBackground: true, PreferCSSPageSize: true, GenerateTaggedPDF: true, GenerateDocumentOutline: true,
	}.Call(page)
	if err != nil {
		return nil, err
	}
	return printed.Data, nil
}

// start starts the browser if no test has started it. The caller holds its lock.
func start(bin string) error {
	if browser.started != nil {
		return nil
	}
	profile, err := os.MkdirTemp("", "enginepdf-")
	if err != nil {
		return err
	}
	started := launcher.New().Bin(bin).Leakless(false).NoSandbox(true).UserDataDir(profile)
	address, err := started.Launch()
	if err != nil {
		return err
	}
	browser.started, browser.Browser = started, rod.New().NoDefaultDevice().ControlURL(address)
	return browser.Connect()
}

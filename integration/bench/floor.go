package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"

	"github.com/go-rod/rod"
	"github.com/go-rod/rod/lib/launcher"
	"github.com/go-rod/rod/lib/proto"

	"platen/adapters/chrome"
	"platen/adapters/weasyprint"
	"platen/adapters/wkhtmltopdf"
	"platen/domain"
	"platen/integration/bench/measure"
)

// floor is the engine without a service: the least time that any service on it needs.
type floor struct {
	name string
	// clients are the numbers of concurrent documents for the floor.
	clients []int
	print   func(document) measure.Print
	// pid is the root of the processes that stay; 0 if none stays.
	pid   int
	close func()
	// command prints standard input to standard output, and is measured with one client too; empty: none.
	command []string
}

// newFloor starts the floor of an engine.
func newFloor(ctx context.Context, engine string) (*floor, error) {
	switch engine {
	case chrome.Engine.Name:
		return bareTabs(ctx)
	case wkhtmltopdf.Engine.Name:
		command := []string{"wkhtmltopdf", "-q", "--disable-javascript", "-", "-"}
		print := func(d document) measure.Print { return coldCommand(d, command) }
		return &floor{name: "cold command", clients: []int{1, 2, 4}, print: print, close: func() {}}, nil
	case weasyprint.Engine.Name:
		return bareLoop()
	}
	return nil, fmt.Errorf("%s has no floor: add one to newFloor", engine)
}

// contender is the floor with a number of clients.
func (f *floor) contender(d document, clients int) *measure.Contender {
	return &measure.Contender{Name: fmt.Sprintf("%s × %d", f.name, clients), Print: f.print(d), Clients: clients}
}

// coldCommand is an engine as a shell script calls it: a process for each document.
func coldCommand(d document, words []string) measure.Print {
	html := []byte(d.filled())
	return func(ctx context.Context, _ int) (time.Duration, error) {
		began := time.Now()
		command := exec.CommandContext(ctx, words[0], words[1:]...)
		command.Env = append(command.Environ(), "QT_QPA_PLATFORM=offscreen")
		command.Stdin = bytes.NewReader(html)
		var pdf bytes.Buffer
		command.Stdout, command.Stderr = &pdf, io.Discard
		err := command.Run()
		wait := time.Since(began)
		// wkhtmltopdf exits with 1 after a failed resource, although the PDF is whole.
		if failed := (*exec.ExitError)(nil); errors.As(err, &failed) && failed.ExitCode() == 1 {
			err = nil
		}
		return wait, errors.Join(err, d.check(pdf.Bytes()))
	}
}

// maxTabs is one more than is useful on two cores.
const maxTabs = 4

// bareTabs is a loop of rod calls on open tabs, each in a context of its own, without protection and without HTTP.
func bareTabs(ctx context.Context) (*floor, error) {
	bin, err := chrome.DefaultConfig().Find()
	if err != nil {
		return nil, err
	}
	launched := launcher.New().Bin(bin).Leakless(false).NoSandbox(os.Geteuid() == 0)
	// Without this flag, images from a loopback address, which replace those from anywhere, would not be requested.
	launched.Append("disable-features", "LocalNetworkAccessChecks")
	f := &floor{name: "bare tab", clients: []int{1, 2, 3, maxTabs}}
	f.close = func() {
		launched.Kill()
		launched.Cleanup()
	}
	var tabs []*rod.Page
	err = rod.Try(func() {
		browser := rod.New().ControlURL(launched.MustLaunch()).Context(ctx).MustConnect()
		for range maxTabs {
			page := browser.MustIncognito().MustPage("about:blank")
			if err := (proto.PageEnable{}).Call(page); err != nil {
				panic(err)
			}
			tabs = append(tabs, page)
		}
	})
	if err != nil {
		if launched.PID() != 0 {
			f.close()
		}
		return nil, fmt.Errorf("the floor: %w", err)
	}
	f.pid = launched.PID()
	f.print = func(d document) measure.Print {
		html := d.filled()
		return func(ctx context.Context, client int) (time.Duration, error) {
			return printBare(tabs[client].Context(ctx), d, html)
		}
	}
	return f, nil
}

// printBare prints a document. One with resources, or that leaves state behind, is awaited, and the tab reset after it.
func printBare(page *rod.Page, d document, html string) (time.Duration, error) {
	began := time.Now()
	loaded := func() {}
	if d.traces {
		loaded = page.WaitEvent(&proto.PageLoadEventFired{})
	}
	if err := page.SetDocumentContent(html); err != nil {
		return 0, err
	}
	loaded()
	pdf, err := printToPDF(page)
	wait := time.Since(began)
	if err == nil && d.traces {
		loaded = page.WaitEvent(&proto.PageLoadEventFired{})
		_, err = proto.PageNavigate{URL: "about:blank"}.Call(page)
		loaded()
	}
	return wait, errors.Join(err, d.check(pdf))
}

// printToPDF prints as the service does by default: A4, 10 mm, not tagged. rod's own PagePrintToPDF has no option for tagging.
func printToPDF(page *rod.Page) ([]byte, error) {
	margin := (10 * domain.Millimetre).Inches()
	answer, err := page.Call(page.GetContext(), string(page.SessionID), "Page.printToPDF", map[string]any{
		"printBackground": true, "preferCSSPageSize": true, "generateTaggedPDF": false,
		"paperWidth": domain.A4.Width.Inches(), "paperHeight": domain.A4.Height.Inches(),
		"marginTop": margin, "marginRight": margin, "marginBottom": margin, "marginLeft": margin,
	})
	if err != nil {
		return nil, err
	}
	var printed proto.PagePrintToPDFResult
	err = json.Unmarshal(answer, &printed)
	return printed.Data, err
}

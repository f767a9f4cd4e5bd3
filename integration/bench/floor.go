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
	// command prints standard input to standard output, and is measured with one client too; empty: none.
	command []string
}

// newFloor starts the floor of an engine, which ends with the experiment.
func newFloor(ctx context.Context, l *lab) (*floor, error) {
	switch l.engine {
	case chrome.Kind.Name:
		return bareTabs(ctx, l)
	case wkhtmltopdf.Kind.Name:
		command := []string{"wkhtmltopdf", "-q", "--disable-javascript", "-", "-"}
		print := func(d document) measure.Print { return coldCommand(d, command) }
		return &floor{name: "cold command", clients: []int{1, 2, 4}, print: print}, nil
	case weasyprint.Kind.Name:
		return bareLoop(l)
	}
	return nil, fmt.Errorf("%s has no floor: add one to newFloor", l.engine)
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

// openTabs opens tabs, each in a context of its own, in a browser that ends with the experiment.
func openTabs(ctx context.Context, l *lab) (tabs []*rod.Page, err error) {
	bin, err := chrome.DefaultConfig().Find()
	if err != nil {
		return nil, err
	}
	launched := launcher.New().Bin(bin).Leakless(false).NoSandbox(os.Geteuid() == 0)
	// Without this flag, images from a loopback address, which replace those from anywhere, would not be requested.
	launched.Append("disable-features", "LocalNetworkAccessChecks")
	address, err := launched.Launch()
	if err != nil {
		return nil, fmt.Errorf("the floor: %w", err)
	}
	l.later(func() error {
		launched.Kill()
		launched.Cleanup()
		return nil
	})
	return tabs, rod.Try(func() {
		browser := rod.New().ControlURL(address).Context(ctx).MustConnect()
		for range maxTabs {
			page := browser.MustIncognito().MustPage("about:blank")
			if err := (proto.PageEnable{}).Call(page); err != nil {
				panic(err)
			}
			tabs = append(tabs, page)
		}
	})
}

// bareTabs is a loop of rod calls on open tabs, without protection and without HTTP.
func bareTabs(ctx context.Context, l *lab) (*floor, error) {
	tabs, err := openTabs(ctx, l)
	print := func(d document) measure.Print {
		html := d.filled()
		return func(ctx context.Context, client int) (time.Duration, error) {
			return printBare(tabs[client].Context(ctx), d, html)
		}
	}
	return &floor{name: "bare tab", clients: []int{1, 2, 3, maxTabs}, print: print}, err
}

// printBare prints a document. One with resources is awaited, and the tab reset after it.
func printBare(page *rod.Page, d document, html string) (time.Duration, error) {
	began := time.Now()
	loaded := func() {}
	if d.resources {
		loaded = page.WaitEvent(&proto.PageLoadEventFired{})
	}
	if err := page.SetDocumentContent(html); err != nil {
		return 0, err
	}
	loaded()
	pdf, err := printToPDF(page, false)
	wait := time.Since(began)
	if err == nil && d.resources {
		loaded = page.WaitEvent(&proto.PageLoadEventFired{})
		_, err = proto.PageNavigate{URL: "about:blank"}.Call(page)
		loaded()
	}
	return wait, errors.Join(err, d.check(pdf))
}

// printToPDF prints as the service does by default, on A4 with 10 mm. rod's own PagePrintToPDF leaves out what is false.
func printToPDF(page *rod.Page, tagged bool) ([]byte, error) {
	margin := (10 * domain.Millimetre).Inches()
	answer, err := page.Call(page.GetContext(), string(page.SessionID), "Page.printToPDF", map[string]any{
		"printBackground": true, "preferCSSPageSize": true, "generateTaggedPDF": tagged,
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

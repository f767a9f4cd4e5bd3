package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/go-rod/rod"
	"github.com/go-rod/rod/lib/launcher"
	"github.com/go-rod/rod/lib/proto"

	"platen/adapters/chrome"
	"platen/domain"
	"platen/integration/bench/measure"
)

// bareTabs is a loop of rod calls on open tabs, without protection and without HTTP.
type bareTabs struct {
	launched *launcher.Launcher
	browser  *rod.Browser
	tabs     []*bareTab
}

// bareTab is one of them. It prints one document at a time.
type bareTab struct {
	page   *rod.Page
	loaded chan struct{} // holds a value when the load event has fired
}

// maxTabs is one more than is useful on two cores.
const maxTabs = 4

// newBareTabs starts the browser that the service starts, with rod's own launcher.
func newBareTabs(ctx context.Context) (_ *bareTabs, err error) {
	bin, err := chrome.DefaultConfig().Find()
	if err != nil {
		return nil, err
	}
	b := &bareTabs{launched: launcher.New().Bin(bin).Leakless(false).NoSandbox(os.Geteuid() == 0)}
	// Without this flag, images from a loopback address, which replace those from anywhere, would not be requested.
	b.launched.Append("disable-features", "LocalNetworkAccessChecks")
	defer func() {
		if err != nil {
			b.close()
			err = fmt.Errorf("the floor: %w", err)
		}
	}()
	address, err := b.launched.Launch()
	if err != nil {
		return nil, err
	}
	b.browser = rod.New().ControlURL(address).Context(ctx)
	if err := b.browser.Connect(); err != nil {
		return nil, err
	}
	for range maxTabs {
		tab, err := b.open()
		if err != nil {
			return nil, err
		}
		b.tabs = append(b.tabs, tab)
	}
	return b, nil
}

// open opens a tab in a context of its own.
func (b *bareTabs) open() (*bareTab, error) {
	private, err := b.browser.Incognito()
	if err != nil {
		return nil, err
	}
	page, err := private.Page(proto.TargetCreateTarget{URL: "about:blank"})
	if err != nil {
		return nil, err
	}
	tab := &bareTab{page: page, loaded: make(chan struct{}, 1)}
	if err := (proto.PageEnable{}).Call(page); err != nil {
		return nil, err
	}
	events := page.Event()
	go func() {
		for event := range events {
			if event.Method == (proto.PageLoadEventFired{}).ProtoEvent() {
				select {
				case tab.loaded <- struct{}{}:
				default:
				}
			}
		}
	}()
	return tab, nil
}

func (b *bareTabs) name() string   { return "bare tab" }
func (b *bareTabs) clients() []int { return []int{1, 2, 3, maxTabs} }
func (b *bareTabs) pid() int       { return b.launched.PID() }

func (b *bareTabs) close() {
	if b.launched.PID() == 0 {
		return
	}
	b.launched.Kill()
	b.launched.Cleanup()
}

func (b *bareTabs) print(d document) measure.Print {
	html := d.filled()
	return func(ctx context.Context, client int) (time.Duration, error) {
		tab := b.tabs[client]
		page := tab.page.Context(ctx)
		began := time.Now()
		if err := tab.set(page, html, d.traces); err != nil {
			return 0, err
		}
		pdf, err := printToPDF(page)
		wait := time.Since(began)
		if err != nil {
			return 0, err
		}
		if d.traces {
			err = tab.resetTab(page)
		}
		return wait, errors.Join(err, d.check(pdf))
	}
}

// set puts the document into the tab. If the document has resources, it waits for them.
func (t *bareTab) set(page *rod.Page, html string, wait bool) error {
	t.forget()
	if err := page.SetDocumentContent(html); err != nil || !wait {
		return err
	}
	return t.await(page.GetContext())
}

// resetTab ends the document, so that nothing of it is left for the next.
func (t *bareTab) resetTab(page *rod.Page) error {
	t.forget()
	if _, err := (proto.PageNavigate{URL: "about:blank"}).Call(page); err != nil {
		return err
	}
	return t.await(page.GetContext())
}

func (t *bareTab) forget() {
	select {
	case <-t.loaded:
	default:
	}
}

func (t *bareTab) await(ctx context.Context) error {
	select {
	case <-t.loaded:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
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

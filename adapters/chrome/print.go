package chrome

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/go-rod/rod/lib/cdp"
	"github.com/go-rod/rod/lib/proto"

	"platen/adapters/internal/workers"
	"platen/domain"
	"platen/domain/htmldoc"
	"platen/ports"
)

// print prints one document in the tab. After an error the tab must be closed.
func (t *tab) print(ctx context.Context, job domain.PrintJob, scope ports.NetworkScope) (domain.PDF, error) {
	ctx, cancel := workers.Either(ctx, t.alive)
	defer cancel()
	t.prints++
	t.egress.Reset(scope)
	page := t.page(ctx)
	content, err := t.loadAndPrint(page, job)
	if err != nil {
		return domain.PDF{}, causeOf(ctx, t.failure(page, err))
	}
	if t.browser.networkEnded() {
		t.browser.end(errNetworkEnded) // resources of the document may be missing
		return domain.PDF{}, errNetworkEnded
	}
	traffic := t.egress.Drain()
	traffic.Failed = append(traffic.Failed, t.requests.drain()...)
	return domain.PDF{Content: content, Traffic: traffic}, nil
}

// failure turns an error of Chrome's into one for the client. After the end of the renderer process, calls fail with the same errors
// until the browser reports the end. So failure asks whether the process still answers.
func (t *tab) failure(page session, err error) error {
	var refused *cdp.Error
	if !errors.As(err, &refused) {
		return err
	}
	if _, gone := (proto.RuntimeEvaluate{Expression: "0"}).Call(page); gone != nil {
		wait(page.ctx, time.Second) // until the browser reports the end, whose cause says more
		return fmt.Errorf("%w: %w, and then the renderer process did not answer: %w", ports.ErrEngineLost, err, gone)
	}
	return &domain.Error{
		Code:    domain.RenderFailed,
		Message: "the engine could not print the document; if it is very large, above all a single table, split it",
		Err:     err,
	}
}

// errNavigated means that another document may have been printed.
var errNavigated = &domain.Error{Code: domain.RenderFailed, Message: "the document navigated away while printing; remove the redirect"}

// loadAndPrint sets the document, waits for its resources, and prints it.
func (t *tab) loadAndPrint(page session, job domain.PrintJob) ([]byte, error) {
	t.drainLoadEvent()
	_ = t.requests.drain()
	loader := t.loader.Load().(string) // setting the content of a document does not change it
	document := proto.PageSetDocumentContent{FrameID: proto.PageFrameID(t.id), HTML: htmldoc.WithBase(page.ctx, job.HTML)}
	if err := document.Call(page); err != nil {
		return nil, fmt.Errorf("set the document: %w", err)
	}
	if loaded, err := t.awaitDocument(page); err != nil {
		return nil, fmt.Errorf("load the document: %w", err)
	} else if loaded != loader {
		return nil, errNavigated
	}
	if err := t.prepare(page, job); err != nil {
		return nil, err
	}
	content, err := t.printUntilComplete(page, job)
	switch {
	case err != nil:
		return nil, err
	case t.loader.Load() != loader:
		return nil, errNavigated
	}
	return content, t.addUnreported(page, job.HTML)
}

// printParams are the parameters of Page.printToPDF. rod's type omits generateTaggedPDF if it is false, and the browser's default is
// true.
type printParams struct {
	proto.PagePrintToPDF
	GenerateTaggedPDF bool `json:"generateTaggedPDF"`
}

// printToPDF prints the page's document. It gets the PDF in one answer, since a stream is slower. A tagged PDF has bookmarks too:
// Chrome makes both from its accessibility tree, and makes no bookmarks without tags.
func (e *Engine) printToPDF(page session, job domain.PrintJob) ([]byte, error) {
	tagged := (e.cfg.Tagged || job.Tagged) && !job.Untagged
	margins := job.Margins // to whose content media queries refer, whatever page rules say
	if job.Viewport != (domain.Size{}) {
		margins.Left = (job.Paper.Width - job.Viewport.Width) / 2
		margins.Right = margins.Left
	}
	content, err := page.conn.callBinary(page.ctx, string(page.id), "Page.printToPDF", printParams{proto.PagePrintToPDF{
		PrintBackground:         true,
		PreferCSSPageSize:       true,
		GenerateDocumentOutline: tagged,
		PaperWidth:              new(job.Paper.Width.Inches()),
		PaperHeight:             new(job.Paper.Height.Inches()),
		MarginTop:               new(job.Margins.Top.Inches()),
		MarginRight:             new(margins.Right.Inches()),
		MarginBottom:            new(job.Margins.Bottom.Inches()),
		MarginLeft:              new(margins.Left.Inches()),
	}, tagged}, int(e.setup.PrintLimit()))
	if errors.Is(err, errTooLarge) {
		return nil, domain.PDFTooLarge(e.setup.MaxPDF)
	}
	if err != nil {
		return nil, fmt.Errorf("print: %w", err)
	}
	if e.setup.Reproducible {
		renumberNodes(content)
	}
	return content, nil
}

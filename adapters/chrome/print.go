package chrome

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/go-rod/rod/lib/cdp"
	"github.com/go-rod/rod/lib/proto"

	"platen/adapters/internal/pdfdate"
	"platen/domain"
	"platen/ports"
)

// print prints one document in the tab. After an error the tab must be closed.
func (t *tab) print(ctx context.Context, job domain.PrintJob, scope ports.NetworkScope) (domain.PDF, error) {
	ctx, cancel := either(ctx, t.alive)
	defer cancel()
	defer t.watchProcess()()
	t.prints++
	t.egress.Reset(scope)
	page := t.page(ctx)
	peak := t.process.measurePeak()
	content, err := t.printIn(page, job)
	if err != nil {
		return domain.PDF{}, causeOf(ctx, t.failure(page, err))
	}
	if t.browser.networkEnded() {
		t.browser.died(errNetworkEnded) // what was being loaded may be missing
		return domain.PDF{}, errNetworkEnded
	}
	traffic := t.egress.Drain()
	traffic.Failed = append(traffic.Failed, t.refusals.take()...)
	return domain.PDF{Content: content, Traffic: traffic, Memory: peak()}, nil
}

// failure turns Chrome's error into one for the client. If the renderer process was killed, calls fail with the same
// words before the browser reports its end. So the process is asked whether it still answers.
func (t *tab) failure(page session, err error) error {
	var refused *cdp.Error
	if !errors.As(err, &refused) {
		return err
	}
	if _, gone := (proto.RuntimeEvaluate{Expression: "0"}).Call(page); gone != nil {
		pause(page.ctx, time.Second) // the reported end has the better cause
		return fmt.Errorf("%w: %w, and then the renderer process did not answer: %w", ports.ErrEngineLost, err, gone)
	}
	return &domain.Error{
		Code:    domain.RenderFailed,
		Message: "the engine could not print the document; if it is very large, above all a single table, split it",
		Err:     err,
	}
}

// printIn sets the document, waits for the load event and the fonts, and prints.
func (t *tab) printIn(page session, job domain.PrintJob) ([]byte, error) {
	t.drainLoadEvent()
	_ = t.refusals.take()
	loader := t.loader.Load().(string) // it stays the same when the content of a document is set
	document := proto.PageSetDocumentContent{FrameID: proto.PageFrameID(t.id), HTML: job.HTML}
	if err := document.Call(page); err != nil {
		return nil, fmt.Errorf("set the document: %w", err)
	}
	if loaded, err := t.awaitDocument(page); err != nil {
		return nil, fmt.Errorf("load the document: %w", err)
	} else if loaded != loader {
		return nil, errNavigated
	}
	if err := nameDestinations(page, job.Destinations); err != nil {
		return nil, err
	}
	content, err := t.printWithFonts(page, job)
	if err == nil && t.loader.Load() != loader {
		return nil, errNavigated
	}
	return content, err
}

// printWithFonts prints when the fonts that the document uses are loaded. Fonts that only page-margin boxes use are
// requested by the print itself; the document is then printed once more.
func (t *tab) printWithFonts(page session, job domain.PrintJob) ([]byte, error) {
	if !mayHaveWebFonts(job.HTML) {
		return printToPDF(page, job, t.browser.cfg)
	}
	before, err := awaitFonts(page)
	if err != nil {
		return nil, err
	}
	content, err := printToPDF(page, job, t.browser.cfg)
	if err != nil {
		return nil, err
	}
	after, err := awaitFonts(page)
	if err != nil || after == before {
		return content, err
	}
	return printToPDF(page, job, t.browser.cfg)
}

// errNavigated: something other than the document may have been printed.
var errNavigated = &domain.Error{Code: domain.RenderFailed, Message: "the document navigated away while printing; remove the redirect"}

// mayHaveWebFonts says whether the document may use web fonts. To ask Chrome takes half a millisecond, a twentieth of
// the time of a small document. Any linked or imported stylesheet may declare some. An escape in a style may hide the
// word, and so may a character reference in a style of SVG or MathML.
func mayHaveWebFonts(html string) bool {
	return strings.Contains(html, `\`) ||
		follows(html, '@', "font-face", "import") || follows(html, '<', "link") ||
		strings.Contains(html, "&") && follows(html, '<', "svg", "math")
}

// follows says whether one of the words, in whatever case, follows the mark anywhere in the text.
func follows(text string, mark byte, words ...string) bool {
	for {
		at := strings.IndexByte(text, mark)
		if at < 0 {
			return false
		}
		text = text[at+1:]
		for _, word := range words {
			if len(text) >= len(word) && text[0]|0x20 == word[0] && strings.EqualFold(text[:len(word)], word) {
				return true
			}
		}
	}
}

// awaitFonts waits for the fonts that are being loaded and gives the number of those that have been.
func awaitFonts(page session) (int, error) {
	// Evaluation by the debugger works with scripts switched off.
	const loaded = "document.fonts.ready.then(fonts => [...fonts].filter(f => f.status != 'unloaded').length)"
	got, err := proto.RuntimeEvaluate{Expression: loaded, AwaitPromise: true, ReturnByValue: true}.Call(page)
	if err != nil {
		return 0, fmt.Errorf("load the fonts: %w", err)
	}
	return got.Result.Value.Int(), nil
}

// printParams are Page.printToPDF's. rod's own type can't say generateTaggedPDF: false, and true is the
// browser's default.
type printParams struct {
	PrintBackground         bool    `json:"printBackground"`
	PreferCSSPageSize       bool    `json:"preferCSSPageSize"`
	GenerateTaggedPDF       bool    `json:"generateTaggedPDF"`
	GenerateDocumentOutline bool    `json:"generateDocumentOutline"`
	PaperWidth              float64 `json:"paperWidth"` // inches, like all of them
	PaperHeight             float64 `json:"paperHeight"`
	MarginTop               float64 `json:"marginTop"`
	MarginRight             float64 `json:"marginRight"`
	MarginBottom            float64 `json:"marginBottom"`
	MarginLeft              float64 `json:"marginLeft"`
}

// printToPDF gets the whole PDF in one answer: to read it as a stream is slower. A tagged PDF has bookmarks too: Chrome
// takes both from its accessibility tree, and gives no bookmarks without tags.
func printToPDF(page session, job domain.PrintJob, cfg Config) ([]byte, error) {
	tagged := cfg.Tagged && !job.Untagged
	content, err := page.conn.callBinary(page.ctx, string(page.id), "Page.printToPDF", printParams{
		PrintBackground:         true,
		PreferCSSPageSize:       true,
		GenerateTaggedPDF:       tagged,
		GenerateDocumentOutline: tagged,
		PaperWidth:              job.Paper.Width.Inches(),
		PaperHeight:             job.Paper.Height.Inches(),
		MarginTop:               job.Margins.Top.Inches(),
		MarginRight:             job.Margins.Right.Inches(),
		MarginBottom:            job.Margins.Bottom.Inches(),
		MarginLeft:              job.Margins.Left.Inches(),
	}, int(cfg.MaxPDF))
	if errors.Is(err, errTooLarge) {
		return nil, domain.PDFTooLarge(cfg.MaxPDF)
	}
	if err != nil {
		return nil, fmt.Errorf("print: %w", err)
	}
	if err := checkPageSizes(content); err != nil {
		return nil, err
	}
	removeScriptLinks(content)
	if cfg.Reproducible {
		pdfdate.Fix(content)
		renumberNodes(content)
	}
	return content, nil
}

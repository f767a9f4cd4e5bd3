// Package doctor examines the engines, the fonts and the machine. It uses engines through their port only, so that a new
// engine is examined like the others.
package doctor

import (
	"context"
	"fmt"
	"time"

	"platen/domain"
	"platen/ports"
)

// Engine is the result of trying an engine.
type Engine struct {
	// About is what is known of the engine: only the name if its program was not found.
	About ports.EngineInfo
	// Start is the time until it could print, Print the time of a test page.
	Start, Print time.Duration
	// Problem says what is wrong and how to fix it; nil: nothing.
	Problem error
}

// testPage has what common documents have: text, a table, a colour, a picture.
var testPage = domain.PrintJob{
	HTML: `<!doctype html><title>Test</title><h1>Latin, 漢字, 😀</h1><table border=1><tr><td>one<td>two</table>
<p style="background:#cde">a colour</p><svg width="20" height="20"><circle cx="10" cy="10" r="9" fill="teal"/></svg>`,
	Paper: domain.A4, Margins: domain.UniformMargins(10 * domain.Millimetre),
}

// ExamineEngine starts an engine, prints a test page and closes it. The engine must be new.
func ExamineEngine(ctx context.Context, engine ports.Engine, pdfs ports.PDFReader) (found Engine) {
	began := time.Now()
	err := engine.Start(ctx)
	found.About, found.Start = engine.Info(), time.Since(began)
	if err != nil {
		found.Problem = err
		return found
	}
	defer func() {
		if err := engine.Close(); err != nil && found.Problem == nil {
			found.Problem = fmt.Errorf("end it: %w", err)
		}
	}()
	began = time.Now()
	pdf, err := engine.Render(ctx, testPage)
	found.Print = time.Since(began)
	if err != nil {
		found.Problem = fmt.Errorf("print a test page: %w", err)
		return found
	}
	switch pages, err := pdfs.Pages(pdf.Content); {
	case err != nil:
		found.Problem = fmt.Errorf("read the test page: %w", err)
	case pages != 1:
		found.Problem = fmt.Errorf("the test page came out as %d pages", pages)
	}
	return found
}

// Script is a script of text, and the fonts for it.
type Script struct {
	// Required: without fonts for it, pages come out blank.
	Required bool
	// Name is Latin, CJK or emoji.
	Name string
	// Families are the fonts that cover it.
	Families []string
	// Problem says what is wrong and how to fix it; nil: nothing.
	Problem error
}

// scripts are examined by a character that any font for them has.
var scripts = []struct {
	name      string
	character rune
	required  bool
	remedy    string
}{
	{"Latin", 'A', true, "pages come out blank: install the Debian packages fonts-liberation and fonts-dejavu-core"},
	{"CJK", '漢', false, "Chinese, Japanese and Korean will be boxes: install the Debian package fonts-noto-cjk"},
	{"emoji", '😀', false, "emoji will be boxes: install the Debian package fonts-noto-color-emoji"},
}

// ExamineFonts reports for each script whether there are fonts for it.
func ExamineFonts(ctx context.Context, fonts ports.Fonts) []Script {
	found := make([]Script, len(scripts))
	for i, s := range scripts {
		families, err := fonts.Covering(ctx, s.character)
		found[i] = Script{Name: s.name, Required: s.required, Families: families, Problem: err}
		if err == nil && len(families) == 0 {
			found[i].Problem = fmt.Errorf("no font for %s: %s", s.name, s.remedy)
		}
	}
	return found
}

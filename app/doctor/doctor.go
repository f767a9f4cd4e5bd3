// Package doctor examines the engines, the fonts and the machine. It uses engines through their port only, so that a new
// engine is examined like the others.
package doctor

import (
	"context"
	"fmt"
	"strings"
	"time"

	"platen/domain"
	"platen/ports"
)

// Engine is the result of trying an engine.
type Engine struct {
	Name string `json:"name"`
	// Configured and NamedByKeys say what the service needs it for.
	Configured  bool `json:"configured"`
	NamedByKeys bool `json:"named_by_keys"`
	// Program, Version and Sandbox are empty if the program was not found.
	Program string `json:"program"`
	Version string `json:"version"`
	Sandbox string `json:"sandbox"`
	// Start is the time until it could print, Print that of a test page, in milliseconds.
	Start int64 `json:"start_ms"`
	Print int64 `json:"print_ms"`
	// Problem says what is wrong and how to fix it; empty: nothing.
	Problem string `json:"problem"`
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
	info := engine.Info()
	found = Engine{Name: info.Name, Program: info.Path, Version: info.Version, Sandbox: info.Sandbox, Start: time.Since(began).Milliseconds()}
	if err == nil {
		began = time.Now()
		err = printTestPage(ctx, engine, pdfs)
		found.Print = time.Since(began).Milliseconds()
		if failure := engine.Close(); failure != nil && err == nil {
			err = fmt.Errorf("end it: %w", failure)
		}
	}
	if err != nil {
		found.Problem = strings.TrimPrefix(err.Error(), info.Name+": ")
	}
	return found
}

func printTestPage(ctx context.Context, engine ports.Engine, pdfs ports.PDFReader) error {
	pdf, err := engine.Render(ctx, testPage, ports.RenderOptions{})
	if err != nil {
		return fmt.Errorf("print a test page: %w", err)
	}
	pages, err := pdfs.Pages(pdf.Content)
	if err == nil && len(pages) != 1 {
		err = fmt.Errorf("it has %d pages", len(pages))
	}
	if err != nil {
		return fmt.Errorf("read the test page: %w", err)
	}
	return nil
}

// scripts are examined by a character that any font for them has.
var scripts = []struct {
	name      string
	character rune
	remedy    string
	fatal     bool
}{
	{"Latin", 'A', "pages come out blank: install the Debian packages fonts-liberation and fonts-dejavu-core", true},
	{"CJK", '漢', "Chinese, Japanese and Korean will be boxes: install the Debian package fonts-noto-cjk", false},
	{"emoji", '😀', "emoji will be boxes: install the Debian package fonts-noto-color-emoji", false},
}

// ExamineFonts reports for each script of text whether there are fonts for it.
func ExamineFonts(ctx context.Context, fonts ports.Fonts) (found []Part) {
	for _, s := range scripts {
		p := Part{Name: s.name}
		families, err := fonts.Covering(ctx, s.character)
		if p.Found = firstOf(families); err == nil && len(families) == 0 {
			err = fmt.Errorf("no font for %s: %s", s.name, s.remedy)
		}
		if err != nil {
			p.Problem, p.Fatal = err.Error(), s.fatal
		}
		found = append(found, p)
	}
	return found
}

// firstOf names the first few.
func firstOf(families []string) string {
	const few = 3
	if len(families) <= few {
		return strings.Join(families, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(families[:few], ", "), len(families)-few)
}

package wkhtmltopdf

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"

	"platen/domain"
)

// testPage is what a new process prints first, and an idle one from time to time. It warms up fonts and code, and shows
// by the rectangle of a link whether lengths are right.
var testPage = domain.PrintJob{
	HTML: `<!DOCTYPE html><body style="margin:0;font:12px sans-serif">` +
		`<a href="http://test.invalid/" style="display:block;width:100mm;height:100mm">Test 0123456789</a>`,
	Paper:   domain.A4,
	Margins: domain.UniformMargins(10 * domain.Millimetre),
}

// selfTest prints the test page. The error says what is wrong with the installation.
func (w *worker) selfTest(ctx context.Context) error {
	pdf, err := w.process.print(ctx, testPage, w.engine.cfg.Kerning)
	var failure *domain.Error
	switch {
	case err == nil:
		err = checkTestPage(pdf)
	case isExhausted(err): // the program is not to blame
	case errors.As(err, &failure) && failure.Err != nil:
		err = fmt.Errorf("%w: %s", failure.Err, remedy) // the operator may see the cause
	case ctx.Err() == nil:
		err = fmt.Errorf("%w: %s", err, remedy)
	}
	if err != nil {
		return fmt.Errorf("wkhtmltopdf: the test page of %s, version %s: %w", w.engine.program.Path, w.engine.Info().Version, err)
	}
	return nil
}

var linkRect = regexp.MustCompile(`/Rect \[([\d.]+) +([\d.]+) +([\d.]+) +([\d.]+) *\]`)

// checkTestPage says what is wrong with the installation if the test page is not as expected.
func checkTestPage(pdf []byte) error {
	if !bytes.Contains(pdf, []byte("/FontDescriptor")) {
		return errors.New("it has no font: install the Debian package fonts-liberation")
	}
	rect := linkRect.FindSubmatch(pdf)
	if rect == nil {
		return errors.New("it has no link: this is not Debian's build, with unpatched Qt 5: " + remedy)
	}
	var edges [4]float64
	for i := range edges {
		// The pattern admits digits and points only; what is not a number measures 0.
		edges[i], _ = strconv.ParseFloat(string(rect[i+1]), 64)
	}
	width, height := domain.Length(edges[2]-edges[0]), domain.Length(edges[3]-edges[1])
	if math.Abs(width.Millimetres()-100) > 1 || math.Abs(height.Millimetres()-100) > 1 {
		return fmt.Errorf("a box of 100 mm measures %.1f by %.1f mm: this is not Debian's build, with unpatched Qt 5: %s",
			width.Millimetres(), height.Millimetres(), remedy)
	}
	return nil
}

package wkhtmltopdf

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"

	"platen/domain"
)

// trial is the page that a new process prints first: it warms fonts and code, and shows by the rectangle of
// a link whether a length comes out as it should.
var trial = domain.PrintJob{
	HTML: `<!DOCTYPE html><body style="margin:0;font:12px sans-serif">` +
		`<a href="http://trial.invalid/" style="display:block;width:100mm;height:100mm">Trial 0123456789</a>`,
	Paper:   domain.A4,
	Margins: domain.Even(10 * domain.Millimetre),
}

var linkRect = regexp.MustCompile(`/Rect \[([\d.]+) +([\d.]+) +([\d.]+) +([\d.]+) *\]`)

// checkTrial tells what is wrong with the machine if the trial page did not come out as it should.
func checkTrial(pdf []byte) error {
	if !bytes.Contains(pdf, []byte("/FontDescriptor")) {
		return errors.New("it has no font: install the Debian package fonts-liberation")
	}
	rect := linkRect.FindSubmatch(pdf)
	if rect == nil {
		return errors.New("it has no link: this is not Debian's build, with unpatched Qt 5: " + remedy)
	}
	var edges [4]float64
	for i := range edges {
		// The pattern takes nothing but digits and points; a number that is none measures 0.
		edges[i], _ = strconv.ParseFloat(string(rect[i+1]), 64)
	}
	width, height := domain.Length(edges[2]-edges[0]), domain.Length(edges[3]-edges[1])
	if math.Abs(width.Millimetres()-100) > 1 || math.Abs(height.Millimetres()-100) > 1 {
		return fmt.Errorf("a box of 100 mm measures %.1f by %.1f mm: this is not Debian's build, with unpatched Qt 5: %s",
			width.Millimetres(), height.Millimetres(), remedy)
	}
	return nil
}

package generate

import (
	"context"
	"errors"

	"platen/domain"
	"platen/ports"
)

// errPageTooSmall is in the chain of an error if a page is smaller than PDF readers can show.
var errPageTooSmall = errors.New("a page is too small")

// checkPageSize refuses a page that PDF readers may not show: engines have other limits. Only the PDF tells which of the
// document's page rules applied.
func checkPageSize(s domain.Size) error {
	const rounding = 1 * domain.Point
	if side := max(s.Width, s.Height); side > domain.MaxPageSide+rounding {
		return domain.Invalidf("a page of the document has a side of %.0f mm; a PDF page can have %.0f mm: change the @page size",
			side.Millimetres(), domain.MaxPageSide.Millimetres())
	}
	if side := min(s.Width, s.Height); side < domain.MinPageSide {
		err := domain.Invalidf("a page of the document has a side of %.1f mm; a PDF page must have %.1f mm: change the size and the margins of @page",
			side.Millimetres(), domain.MinPageSide.Millimetres())
		err.Err = errPageTooSmall
		return err
	}
	return nil
}

// printPlain prints a document without header and footer on an engine with page selectors.
//
// An engine may crash at extreme margins, or make a page that nobody can read. Those of the document's own style sheets are
// replaced beforehand. External style sheets are read only after such a print: most documents need not wait for that.
func (j *job) printPlain(ctx context.Context) (domain.Document, error) {
	document, err := j.print(ctx)
	if !errors.Is(err, ports.ErrEngineLost) && !errors.Is(err, errPageTooSmall) {
		return document, err
	}
	before, clampErr := j.geometry.ClampMargins(ctx)
	if clampErr != nil || j.readGeometry(ctx, false) != nil {
		return document, err
	}
	if clamps, clampErr := j.geometry.ClampMargins(ctx); clampErr != nil || clamps == before {
		return document, err
	}
	return j.print(ctx)
}

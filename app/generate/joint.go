package generate

import (
	"context"

	"platen/domain"
	"platen/domain/headerfooter"
	"platen/ports"
)

// jointPrint is the part of a header or footer in the print of both in one document.
type jointPrint struct {
	sheet  headerfooter.Sheet
	pdf    domain.PDF
	first  int // the number of pages before it
	layout []domain.Page
}

// printJointly prints the measuring documents of header and footer as one, if they can share one. If that fails, or one of them loads
// something, they are printed alone after it, which tells whose failure it is. The error is that of the context.
func (j *job) printJointly(ctx context.Context, all []*headerFooter) error {
	if len(all) != 2 {
		return nil
	}
	sheets := [2]headerfooter.Sheet{}
	for i, h := range all {
		sheets[i] = j.sheet(h.position, j.firstRoom(h.position))
	}
	printJob, pages, ok := headerfooter.JointDocument(all[0].parsed, all[1].parsed, sheets[0], sheets[1])
	if !ok {
		return nil
	}
	var pdf domain.PDF
	err := ports.InSpan(ctx, "header and footer", func(ctx context.Context) (err error) {
		pdf, err = j.renderCopies(ctx, "header and footer", printJob)
		return err
	})
	if err != nil || pdf.Traffic.Requests > 0 || len(pdf.Traffic.Failed) > 0 {
		return ctx.Err()
	}
	layout, err := j.inspector.Layout(pdf.Content)
	if err != nil || len(layout) != pages[0]+pages[1] {
		return ctx.Err()
	}
	all[0].joint = &jointPrint{sheets[0], pdf, 0, layout[:pages[0]]}
	all[1].joint = &jointPrint{sheets[1], pdf, pages[0], layout[pages[0]:]}
	return nil
}

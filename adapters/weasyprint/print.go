package weasyprint

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"platen/adapters/internal/workers"
	"platen/domain"
	"platen/domain/htmldoc"
	"platen/ports"
)

// Print prints a document of a client.
func (p *process) Print(ctx context.Context, job domain.PrintJob, scope ports.NetworkScope) (pdf domain.PDF, err error) {
	p.session.Reset(scope)
	if pdf.Content, _, err = p.print(ctx, job); err != nil {
		return domain.PDF{}, err
	}
	pdf.Traffic = p.session.Drain()
	pdf.Traffic.Failed = append(pdf.Traffic.Failed, p.refused...)
	return pdf, nil
}

// print prints one document, and returns the PDF with the number of its fonts. When ctx ends, so does the process.
func (p *process) print(ctx context.Context, job domain.PrintJob) (pdf []byte, fonts int, err error) {
	stop := context.AfterFunc(ctx, p.Kill)
	defer func() {
		if !stop() { // it is killed, though it may have ended the document
			p.waits = false
		}
	}()
	p.refused, p.waits = nil, false
	if err := send(p.pipe, messageOf(job), []byte(job.HTML)); err != nil {
		if err := p.killed(ctx, err); ctx.Err() != nil {
			return nil, 0, err
		}
		return nil, 0, workers.ErrUnread
	}
	for {
		var said workerMessage
		body, err := receive(p.pipe, &said, p.engine.setup.PrintLimit())
		switch {
		case errors.Is(err, errTooLarge):
			return nil, 0, domain.PDFTooLarge(p.engine.setup.MaxPDF)
		case err != nil:
			return nil, 0, p.killed(ctx, err)
		case said.Fetch == "":
			return body, said.Fonts, p.resultOf(said)
		}
		answer, content := p.fetchWhileRunning(ctx, said)
		if err := send(p.pipe, answer, content); err != nil {
			return nil, 0, p.killed(ctx, err)
		}
	}
}

// fetchWhileRunning fetches a resource until the process ends.
func (p *process) fetchWhileRunning(ctx context.Context, asked workerMessage) (resourceMessage, []byte) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-p.Ended():
			cancel()
		case <-ctx.Done():
		}
	}()
	return p.fetch(ctx, asked)
}

// styles are those of each document. Elements without a page name have one, since WeasyPrint does not break before what has none. The
// attribute align does not align the text of tables within (HTML, 15.3.2).
const styles = "html{page:unnamed}[align] table,center table{text-align:start}"

// messageOf is a job as the worker reads it.
func messageOf(job domain.PrintJob) jobMessage {
	m := jobMessage{Base: htmldoc.RelativeBase, Style: fmt.Sprintf(styles+"@page{size:%s %s;margin:%s %s %s %s}",
		job.Paper.Width, job.Paper.Height, job.Margins.Top, job.Margins.Right, job.Margins.Bottom, job.Margins.Left)}
	viewport := cmp.Or(job.Viewport, job.FirstContent())
	m.Width, m.Height = float64(viewport.Width/domain.Pixel), float64(viewport.Height/domain.Pixel)
	if job.PageBoxes {
		m.Box = domain.PageBoxURI
	}
	return m
}

// resultOf takes note that the worker has ended a document, and returns the error of one that it could not print.
func (p *process) resultOf(said workerMessage) error {
	p.waits = !said.Last
	switch said.Failure {
	case "":
		return nil
	case "memory":
		return domain.TooMuchMemory(p.engine.cfg.MaxMemory)
	case "depth":
		return &domain.Error{Code: domain.RenderFailed, Message: "the document's elements are nested too deeply for the engine"}
	}
	return workers.Failed(errors.New("weasyprint: " + said.Cause))
}

// testPage is what a new process prints first, and an idle one from time to time. It warms up fonts and code.
var testPage = domain.PrintJob{
	HTML:  `<!DOCTYPE html><p>Test 0123456789`,
	Paper: domain.A4, Margins: domain.UniformMargins(10 * domain.Millimetre),
}

// Test prints the test page. The error says what is wrong with the installation.
func (p *process) Test(ctx context.Context) error {
	_, fonts, err := p.print(ctx, testPage)
	if err == nil && fonts == 0 {
		err = errors.New("it has no font: install the Debian package fonts-liberation")
	}
	if err != nil {
		return fmt.Errorf("weasyprint: the test page of %s: %w", p.engine.python, err)
	}
	return nil
}

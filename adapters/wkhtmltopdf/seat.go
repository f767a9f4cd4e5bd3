package wkhtmltopdf

import (
	"context"
	"errors"
	"fmt"

	"go.uber.org/zap"

	"platen/domain"
	"platen/ports"
)

// seat is one place of the pool. It belongs to one goroutine at a time, and there is a process on it unless
// the last could not be started.
type seat struct {
	engine  *Renderer
	process *process
	spent   bool // the process has to go
}

// print prints a sheet and gives the seat back, even if it panics: at once if its process can go on, otherwise
// when there is another, for which nobody waits here.
func (s *seat) print(ctx context.Context, job domain.PrintJob, options ports.RenderOptions) (domain.PDF, error) {
	defer func() {
		if s.spent {
			go s.renew()
		} else {
			s.free()
		}
	}()
	return s.printOn(ctx, job, options)
}

func (s *seat) printOn(ctx context.Context, job domain.PrintJob, options ports.RenderOptions) (pdf domain.PDF, err error) {
	if err := s.take(options.Isolated); err != nil {
		s.spent = true
		return domain.PDF{}, failed(err)
	}
	s.spent = true
	pdf.Content, err = s.order(ctx, job, options.Scope)
	if errors.Is(err, errUnread) {
		// The document had no part in that.
		s.vacate()
		if err := s.occupy(); err != nil {
			s.spent = true
			return domain.PDF{}, failed(err)
		}
		s.spent = true
		pdf.Content, err = s.order(ctx, job, options.Scope)
	}
	if err != nil {
		return domain.PDF{}, err
	}
	pdf.Traffic = s.process.exit.Drain()
	pdf.Traffic.Failed = append(pdf.Traffic.Failed, s.process.answers.refused()...)
	pdf.Traffic.Failed = append(pdf.Traffic.Failed, refusedPorts(job.HTML)...)
	// The next document would get from the memory cache what this one fetched.
	s.spent = pdf.Traffic.Requests > 0 || options.Isolated || s.process.documents >= s.engine.cfg.Recycle || !s.process.alive()
	return pdf, nil
}

// order has the process print a sheet.
func (s *seat) order(ctx context.Context, job domain.PrintJob, scope ports.NetworkScope) ([]byte, error) {
	s.process.documents++
	s.process.exit.Reset(scope)
	return s.process.print(ctx, job, s.engine.cfg.Kerning)
}

// take makes sure of a process: a fresh one where the sheet must have it alone, and where the document before asked
// for something when it had been printed, which this one would get from the memory cache.
func (s *seat) take(alone bool) error {
	if s.process != nil && s.process.alive() && (!alone || s.process.documents == 0) && s.process.exit.Drain().Requests == 0 {
		return nil
	}
	s.vacate()
	return s.occupy()
}

func (s *seat) occupy() (err error) {
	r := s.engine
	s.process, err = launch(r.alive, r.program, limits{r.cfg.MaxMemory, r.cfg.MaxPDF}, r.folder, r.egress, r.log)
	s.spent = false
	return err
}

func (s *seat) vacate() {
	if s.process != nil {
		s.process.close()
		s.process = nil
	}
}

// renew puts another process on the seat, warm, and gives the seat back. Where that fails the seat is free
// without a process, and the next document tries again and hears why.
func (s *seat) renew() {
	defer s.free()
	s.vacate()
	if s.engine.alive.Err() != nil {
		return
	}
	if err := s.prove(s.engine.alive); err != nil && s.engine.alive.Err() == nil {
		s.engine.log.Warn("a process could not be replaced", zap.Error(err))
	}
}

func (s *seat) free() { s.engine.seats <- s }

// prove starts a process and has it print the trial page.
func (s *seat) prove(ctx context.Context) error {
	if err := s.occupy(); err != nil {
		return err
	}
	pdf, err := s.process.print(ctx, trial, s.engine.cfg.Kerning)
	var failure *domain.Error
	switch {
	case err == nil:
		err = checkTrial(pdf)
	case errors.As(err, &failure) && failure.Err != nil:
		err = fmt.Errorf("%w: %s", failure.Err, remedy) // there is no client to keep the cause from
	case ctx.Err() == nil:
		err = fmt.Errorf("%w: %s", err, remedy)
	}
	if err != nil {
		s.vacate()
		return fmt.Errorf("wkhtmltopdf: the trial page of %s, version %s: %w", s.engine.program.Path, s.engine.Info().Version, err)
	}
	return nil
}

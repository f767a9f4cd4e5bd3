package main

import (
	"context"
	"errors"

	"platen/integration/bench/measure"
	"platen/integration/bench/report"
)

// headerNumbers are what a numbered header and footer cost, in the order in which they are measured.
func headerNumbers(engine string) []headerNumber {
	numbers := []headerNumber{
		{onePage.numbered().name + ": p50", report.AtMost(3), headersOnFloor},
		{manyPages.numbered().name + ": p50", report.AtMost(1.25), headersOnMany},
		{"header and footer, extra for 500 pages", report.AtMost(6), headersExtra},
	}
	if engine != chromeEngine {
		numbers[0].promise = nil // it speaks of Chrome's bare loop only
	}
	return numbers
}

type headerNumber struct {
	name    string
	promise *report.Promise
	measure func(context.Context, *lab, string, *service) (report.Number, error)
}

// headers measures what a numbered header and footer cost.
func headers(ctx context.Context, l *lab, engine string) (err error) {
	s, err := serve(ctx, l.program, engine)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Stop()) }()
	for _, wanted := range headerNumbers(engine) {
		number, err := wanted.measure(ctx, l, engine, s)
		if err != nil {
			return err
		}
		number.Name, number.Promise = wanted.name, wanted.promise
		l.add(engine, number)
	}
	return nil
}

// headersOnFloor compares one page with header and footer to the bare engine without.
func headersOnFloor(ctx context.Context, l *lab, engine string, s *service) (report.Number, error) {
	bare, err := newFloor(ctx, engine)
	if err != nil {
		return report.Number{}, err
	}
	defer bare.close()
	floor := &measure.Contender{Name: bare.name() + " × 1, without", Print: bare.print(onePage), Clients: 1}
	_, with := pair(s, onePage)
	if err := l.compare(ctx, engine+": "+with.Name, l.light(), floor, with); err != nil {
		return report.Number{}, err
	}
	return against("", report.Milliseconds, measure.P50, with, floor, nil), nil
}

// headersOnMany compares the service with itself.
func headersOnMany(ctx context.Context, l *lab, engine string, s *service) (report.Number, error) {
	without, with := pair(s, manyPages)
	if err := l.compare(ctx, engine+": "+with.Name, l.heavy(), without, with); err != nil {
		return report.Number{}, err
	}
	return against("", report.Milliseconds, measure.P50, with, without, nil), nil
}

// headersExtra compares what header and footer cost on 500 pages to what they cost on 95.
func headersExtra(ctx context.Context, l *lab, engine string, s *service) (report.Number, error) {
	short, shortWith := pair(s, paragraphs)
	long, longWith := pair(s, longest)
	if err := l.compare(ctx, engine+": "+longWith.Name, l.heavy(), short, shortWith, long, longWith); err != nil {
		return report.Number{}, err
	}
	extra, base := longWith.Difference(long, measure.P50), shortWith.Difference(short, measure.P50)
	return report.Number{
		Unit: report.Milliseconds, Value: extra, Floor: base, Against: "extra for 95 pages", Ratio: extra / base,
	}, nil
}

// pair is a document without and with header and footer, through the service, for one client.
func pair(s *service, d document) (without, with *measure.Contender) {
	return &measure.Contender{Name: d.name + " without", Print: s.print(d), Clients: 1},
		&measure.Contender{Name: d.numbered().name, Print: s.print(d.numbered()), Clients: 1}
}

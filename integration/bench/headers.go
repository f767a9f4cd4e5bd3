package main

import (
	"context"
	"errors"

	"platen/integration/bench/measure"
	"platen/integration/bench/report"
)

// headers measures the cost of a numbered header and footer against the same document without. The service keeps prints of headers
// and footers, so those that are new with each document are measured separately from those that stay the same.
func headers(ctx context.Context, l *lab, engine string) (err error) {
	s, err := serve(ctx, l.program, engine)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Stop()) }()
	for _, measure := range []func(context.Context, *lab, string, *service) error{
		headersOnOnePage, headersAtFourClients, headersOnMany,
	} {
		if err := measure(ctx, l, engine, s); err != nil {
			return err
		}
	}
	return nil
}

// headersOnOnePage measures the wait of one client, compared with the bare engine too.
func headersOnOnePage(ctx context.Context, l *lab, engine string, s *service) error {
	bare, err := newFloor(ctx, engine)
	if err != nil {
		return err
	}
	defer bare.close()
	floor := &measure.Contender{Name: bare.name() + " × 1, without", Print: bare.print(onePage), Clients: 1}
	without, renewed, same := variants(s, onePage, 1)
	if err := l.compare(ctx, engine+": 1 page with header and footer", l.light(), floor, without, renewed, same); err != nil {
		return err
	}

	l.add(engine,
		against("1 page, new header and footer: p50", report.Milliseconds, measure.P50, renewed, without, report.AtMost(1.8)),
		against("1 page, same header and footer: p50", report.Milliseconds, measure.P50, same, without, report.AtMost(1.3)),
		against("1 page, new header and footer: p50 beside the engine", report.Milliseconds, measure.P50, renewed, floor, nil))
	return nil
}

// headersAtFourClients measures the documents per second of four clients.
func headersAtFourClients(ctx context.Context, l *lab, engine string, s *service) error {
	without, renewed, same := variants(s, onePage, 4)
	if err := l.compare(ctx, engine+": 1 page with header and footer, 4 clients", l.light(), without, renewed, same); err != nil {
		return err
	}
	l.add(engine,
		against("1 page, new header and footer, 4 clients: throughput", report.PerSecond, measure.Rate, renewed, without, report.AtLeast(0.45)),
		against("1 page, same header and footer, 4 clients: throughput", report.PerSecond, measure.Rate, same, without, nil))
	return nil
}

// headersOnMany measures long documents.
func headersOnMany(ctx context.Context, l *lab, engine string, s *service) error {
	for _, long := range []document{manyPages, longest} {
		without, renewed, _ := variants(s, long, 1)
		if err := l.compare(ctx, engine+": "+long.name+" with header and footer", l.heavy(), without, renewed); err != nil {
			return err
		}
		l.add(engine, against(long.name+", new header and footer: p50", report.Milliseconds, measure.P50, renewed, without, report.AtMost(1.1)))
	}
	return nil
}

// variants is a document through the service: without header and footer, with those that are new with each print, and with
// the same each time.
func variants(s *service, d document, clients int) (without, renewed, same *measure.Contender) {
	return &measure.Contender{Name: d.name + ", without", Print: s.print(d), Clients: clients},
		&measure.Contender{Name: d.name + ", new header and footer", Print: s.printRenewed(d.numbered()), Clients: clients},
		&measure.Contender{Name: d.name + ", same header and footer", Print: s.print(d.numbered()), Clients: clients}
}

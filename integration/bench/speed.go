package main

import (
	"context"
	"errors"
	"fmt"

	"platen/integration/bench/measure"
	"platen/integration/bench/report"
)

// promises are the promises about the speed of one document; nil: none.
type promises struct {
	// alone bounds the median wait of one client, relative to the floor's.
	alone *report.Promise
	// throughput bounds the documents per second of four clients, relative to the floor's best.
	throughput *report.Promise
}

// clients are the numbers of clients that the service is measured with.
var clients = []int{1, 4, 16}

// speed measures one document through the service and on the floor.
func speed(d document, schedule func(*lab) measure.Schedule, promised promises) func(context.Context, *lab, string) error {
	return func(ctx context.Context, l *lab, engine string) error {
		return measureSpeed(ctx, l, engine, d, schedule(l), promised)
	}
}

// imageSpeed measures a document that loads a picture from this process, which the service is configured to allow.
func imageSpeed(ctx context.Context, l *lab, engine string) error {
	address, stop, err := serveImage()
	if err != nil {
		return err
	}
	defer stop()
	return measureSpeed(ctx, l, engine, imageOnPage(address), l.light(), promises{alone: report.AtMost(1.25)}, "PLATEN_EGRESS_ALLOW="+address)
}

func measureSpeed(ctx context.Context, l *lab, engine string, d document, schedule measure.Schedule, promised promises, settings ...string) (err error) {
	bare, err := newFloor(ctx, engine)
	if err != nil {
		return err
	}
	defer bare.close()
	s, err := serve(ctx, l.program, engine, settings...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Stop()) }()

	var floors, services []*measure.Contender
	for _, n := range bare.clients() {
		floors = append(floors, &measure.Contender{Name: fmt.Sprintf("%s × %d", bare.name(), n), Print: bare.print(d), Clients: n})
	}
	for _, n := range clients {
		services = append(services, &measure.Contender{Name: fmt.Sprintf("service, %d clients", n), Print: s.print(d), Clients: n})
	}
	if err := l.compare(ctx, engine+": "+d.name, schedule, append(floors, services...)...); err != nil {
		return err
	}
	best := measure.Best(floors, measure.Rate)
	for i, c := range services {
		what := fmt.Sprintf("%s, %d clients: ", d.name, c.Clients)
		promise := promises{}
		switch i {
		case 0:
			what, promise.alone = d.name+", 1 client: ", promised.alone
		case 1:
			promise.throughput = promised.throughput
		}
		l.add(engine, waits(what, c, floors, promise.alone)...)
		l.add(engine, against(what+"throughput", report.PerSecond, measure.Rate, c, best, promise.throughput))
	}
	return nil
}

// waits are the numbers of the clients' waits. With more than one client they have no floor, since clients wait for each other.
func waits(what string, c *measure.Contender, floors []*measure.Contender, promise *report.Promise) []report.Number {
	if c.Clients == 1 {
		return []report.Number{
			against(what+"p50", report.Milliseconds, measure.P50, c, floors[0], promise),
			against(what+"p95", report.Milliseconds, measure.P95, c, floors[0], nil),
		}
	}
	return []report.Number{
		{Name: what + "p50", Unit: report.Milliseconds, Value: c.Median(measure.P50)},
		{Name: what + "p95", Unit: report.Milliseconds, Value: c.Median(measure.P95)},
	}
}

package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"platen/adapters/chrome"
	"platen/adapters/weasyprint"
	"platen/adapters/wkhtmltopdf"
	"platen/integration/bench/measure"
	"platen/integration/program"
)

// experimentsOf are all experiments with an engine, in the order of the report. An engine without a floor is compared only with itself.
func experimentsOf(engine string) []experiment {
	all := []experiment{
		{name: "start", about: "from start to ready, and the first document beside the hundredth", run: start},
		{name: "fairness", about: "what one client's flood costs another", run: fairness},
		{name: "shadow", about: "what a second engine beside the first costs", run: shadow},
	}
	var alone, throughput, medium, long promise // of a small document; of four clients; of 9 and of 95 pages
	switch engine {
	case chrome.Kind.Name:
		alone, throughput, long = atMost(1.25), atLeast(0.85), atMost(1.05)
		all = append(all,
			experiment{name: "image", about: "a document with an image by URL", run: imageSpeed},
			experiment{name: "standards", about: "what PDF/UA-1 costs", run: standards},
			experiment{name: "field", about: "PDF/UA-1 beside other systems that make it", run: field, byName: true},
			experiment{name: "insight", about: "what metrics, traces and a scrape each second cost", run: insight})
	case wkhtmltopdf.Kind.Name:
		alone, long = atMost(0.2), atMost(1.1)
	case weasyprint.Kind.Name:
		alone, throughput, medium = atMost(1.1), atLeast(1.5), atMost(1.1)
	default:
		return all
	}
	all = append(all,
		experiment{name: "1-page", about: "a 2 KB invoice at 1, 4 and 16 clients", run: speed(onePage, (*lab).light, alone, throughput)},
		experiment{name: "9-pages", about: "a table of 330 rows", run: speed(ninePages, (*lab).light, medium, promise{})},
		experiment{name: "95-pages", about: "a table of 3,600 rows", run: speed(manyPages, (*lab).heavy, long, promise{})},
		experiment{name: "headers", about: "what a numbered header and footer cost", run: headers},
	)
	if _, bounded := longHeaders[engine]; !bounded {
		all = slices.DeleteFunc(all, func(e experiment) bool { return e.name == "95-pages" })
	}
	return all
}

// speed measures one document through the service and on the floor: alone bounds the median wait of one client, relative to the
// floor's, and throughput the documents per second of four clients, relative to the floor's best.
func speed(d document, schedule func(*lab) measure.Schedule, alone, throughput promise,
	settings ...string) func(context.Context, *lab) error {
	return func(ctx context.Context, l *lab) error {
		bare, err := newFloor(ctx, l)
		if err != nil {
			return err
		}
		s, err := l.serve(settings...)
		if err != nil {
			return err
		}
		var floors, cold []*measure.Contender
		for _, n := range bare.clients {
			floors = append(floors, &measure.Contender{Name: fmt.Sprintf("%s × %d", bare.name, n), Print: bare.print(d), Clients: n})
		}
		if len(bare.command) > 0 {
			cold = append(cold, &measure.Contender{Name: "cold command × 1", Print: coldCommand(d, bare.command), Clients: 1})
		}
		one, four, many := s.contender("", 1, same(d)), s.contender("", 4, same(d)), s.contender("", 16, same(d))
		err = measure.Compare(ctx, schedule(l), slices.Concat(floors, cold, []*measure.Contender{one, four, many})...)
		if err != nil {
			return err
		}
		best := slices.MaxFunc(floors, func(a, b *measure.Contender) int { return int(1e6 * (a.Median(measure.Rate) - b.Median(measure.Rate))) })
		l.against(d.name+", 1 client", measure.P50, one, floors[0], alone)
		for _, command := range cold {
			l.against(d.name+", 1 client", measure.P50, one, command, promise{})
		}
		l.against(d.name+", 4 clients", measure.Rate, four, best, throughput)
		l.against(d.name+", 16 clients", measure.Rate, many, best, promise{})
		return nil
	}
}

// imageSpeed measures a document that loads a picture from this process, which the service is configured to allow.
func imageSpeed(ctx context.Context, l *lab) error {
	server := servePicture()
	defer server.Close()
	address := server.Listener.Addr().String()
	return speed(imageOnPage(address), (*lab).light, atMost(1.25), promise{}, "PLATEN_EGRESS_ALLOW="+address)(ctx, l)
}

// start measures the time from the start to ready, and whether the first document is as fast as the hundredth.
func start(ctx context.Context, l *lab) error {
	var ready, first, later, ratio []float64
	for range l.light().Rounds {
		readyWait, firstWait, laterWait, err := startOnce(ctx, l)
		if err != nil {
			return err
		}
		ready, first, later = append(ready, readyWait), append(first, firstWait), append(later, laterWait)
		ratio = append(ratio, firstWait/laterWait)
	}
	l.add(
		number{name: "start to ready", unit: "s", value: measure.Median(ready), promise: atMost(1.5)},
		number{
			name: "1 page: first document", unit: "ms", value: measure.Median(first),
			floor: measure.Median(later), against: "the hundredth, after a pause", ratio: measure.Median(ratio), promise: atMost(1.25),
		})
	return nil
}

// startOnce starts a service, waits until it is ready, in seconds, and prints a hundred documents, in milliseconds. The last ones come
// after pauses, as the first does: after a pause, processors and caches are colder than right after another document.
func startOnce(ctx context.Context, l *lab) (ready, first, later float64, err error) {
	began := time.Now()
	s, err := program.Serve(l.program, "PLATEN_ENGINE="+l.engine, "PLATEN_AUTH_KEYS=bench="+benchKey)
	if err != nil {
		return 0, 0, 0, err
	}
	defer func() { err = errors.Join(err, s.Discard()) }()
	ready = time.Since(began).Seconds()
	print := same(onePage)(s)
	var waits []float64
	for i := range 105 {
		if i >= 100 {
			_ = measure.Pause(ctx, 300*time.Millisecond)
		}
		wait, err := print(ctx, 0)
		if err != nil {
			return 0, 0, 0, err
		}
		waits = append(waits, wait.Seconds()*1000)
	}
	return ready, waits[0], measure.Median(waits[100:]), nil
}

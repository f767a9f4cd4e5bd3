package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"time"

	"platen/adapters/chrome"
	"platen/adapters/weasyprint"
	"platen/adapters/wkhtmltopdf"
	"platen/integration/bench/measure"
	"platen/integration/program"
	"platen/ports/machine"
)

// experimentsOf are all experiments with an engine, in the order of the report. An engine without a floor is compared only with itself.
func experimentsOf(engine string) []experiment {
	all := []experiment{
		{name: "start", about: "from start to /readyz, and the first document beside the hundredth", run: start},
		{name: "fairness", about: "what one client's flood costs another", run: fairness},
		{name: "shadow", about: "what a second engine beside the first costs", run: shadow},
	}
	var alone, throughput, medium, long promise // of a small document; of four clients; of 9 and of 95 pages
	switch engine {
	case chrome.Engine.Name:
		alone, throughput, long = atMost(1.25), atLeast(0.85), atMost(1.05)
		all = append(all,
			experiment{name: "policy", about: "a document whose policy must not outlive it", run: speed(withPolicy, (*lab).light, alone, promise{})},
			experiment{name: "image", about: "a document with an image by URL", run: imageSpeed},
			experiment{name: "standards", about: "what PDF/UA-1 costs", run: standards},
			experiment{name: "field", about: "PDF/UA-1 beside other systems that make it", run: field, byName: true},
			experiment{name: "insight", about: "what metrics, traces and a scrape each second cost", run: insight})
	case wkhtmltopdf.Engine.Name:
		alone, long = atMost(0.2), atMost(1.1)
	case weasyprint.Engine.Name:
		alone, throughput, medium = atMost(1.1), atLeast(1.5), atMost(1.1)
	default:
		return all
	}
	all = append(all,
		experiment{name: "1-page", about: "a 2 KB invoice at 1, 4 and 16 clients", run: speed(onePage, (*lab).light, alone, throughput)},
		experiment{name: "9-pages", about: "a table of 330 rows", run: speed(ninePages, (*lab).light, medium, promise{})},
		experiment{name: "95-pages", about: "a table of 3,600 rows", run: speed(manyPages, (*lab).heavy, long, promise{})},
		experiment{name: "headers", about: "what a numbered header and footer cost", run: headers},
		experiment{name: "memory", about: "the most memory under load", run: memory},
	)
	if _, bounded := longHeaders[engine]; !bounded {
		all = slices.DeleteFunc(all, func(e experiment) bool { return e.name == "95-pages" })
	}
	return all
}

// both starts the floor of an engine and the service, calls the function, and ends both.
func (l *lab) both(ctx context.Context, engine string, settings []string, use func(*floor, *service) error) error {
	bare, err := newFloor(ctx, engine)
	if err != nil {
		return err
	}
	defer bare.close()
	s, err := l.serve(engine, settings...)
	if err != nil {
		return err
	}
	return errors.Join(use(bare, s), s.stop())
}

// speed measures one document through the service and on the floor: alone bounds the median wait of one client, relative to the
// floor's, and throughput the documents per second of four clients, relative to the floor's best.
func speed(d document, schedule func(*lab) measure.Schedule, alone, throughput promise, settings ...string) func(context.Context, *lab,
	string) error {
	return func(ctx context.Context, l *lab, engine string) error {
		return l.both(ctx, engine, settings, func(bare *floor, s *service) error {
			var contenders []*measure.Contender
			for _, n := range bare.clients {
				contenders = append(contenders, bare.contender(d, n))
			}
			floors := slices.Clone(contenders)
			var cold *measure.Contender
			if len(bare.command) > 0 {
				cold = &measure.Contender{Name: "cold command × 1", Print: coldCommand(d, bare.command), Clients: 1}
				contenders = append(contenders, cold)
			}
			one, four, many := s.contender("", 1, same(d)), s.contender("", 4, same(d)), s.contender("", 16, same(d))
			if err := measure.Compare(ctx, schedule(l), append(contenders, one, four, many)...); err != nil {
				return err
			}
			best := slices.MaxFunc(floors, func(a, b *measure.Contender) int { return int(1e6 * (a.Median(measure.Rate) - b.Median(measure.Rate))) })
			l.against(engine, d.name+", 1 client: p50", "ms", measure.P50, one, floors[0], alone)
			if cold != nil {
				l.against(engine, d.name+", 1 client: p50", "ms", measure.P50, one, cold, promise{})
			}
			l.against(engine, d.name+", 1 client: p95", "ms", measure.P95, one, floors[0], promise{})
			l.against(engine, d.name+", 1 client: throughput", "PDF/s", measure.Rate, one, best, promise{})
			for _, c := range []*measure.Contender{four, many} {
				what := fmt.Sprintf("%s, %d clients: ", d.name, c.Clients)
				// Waits have no floor, since clients wait for each other.
				l.add(engine, number{name: what + "p50", unit: "ms", value: c.Median(measure.P50)},
					number{name: what + "p95", unit: "ms", value: c.Median(measure.P95)})
				l.against(engine, what+"throughput", "PDF/s", measure.Rate, c, best, throughput)
				throughput = promise{} // that of four clients only
			}
			return nil
		})
	}
}

// imageSpeed measures a document that loads a picture from this process, which the service is configured to allow.
func imageSpeed(ctx context.Context, l *lab, engine string) error {
	server := servePicture()
	defer server.Close()
	address := server.Listener.Addr().String()
	return speed(imageOnPage(address), (*lab).light, atMost(1.25), promise{}, "PLATEN_EGRESS_ALLOW="+address)(ctx, l, engine)
}

// headers measures the cost of a numbered header and footer against the same document without. The service keeps prints of headers
// and footers, so those that are new with each document are measured separately from those that stay the same.
func headers(ctx context.Context, l *lab, engine string) error {
	return l.both(ctx, engine, nil, func(bare *floor, s *service) error {
		for _, c := range []struct {
			document document
			clients  int
			schedule measure.Schedule
			unit     string
			of       measure.Metric
			fresh    promise
			kept     promise
		}{
			{onePage, 1, l.light(), "ms", measure.P50, atMost(1.8), atMost(1.3)},
			{onePage, 4, l.light(), "PDF/s", measure.Rate, atLeast(0.45), promise{}},
			{manyPages, 1, l.heavy(), "ms", measure.P50, longHeaders[engine], promise{}},
			{longest, 1, l.heavy(), "ms", measure.P50, atMost(1.15), promise{}},
		} {
			if _, bounded := longHeaders[engine]; !bounded && c.document.name != onePage.name {
				continue
			}
			what := fmt.Sprintf("%s, %%s header and footer, clients: %d", c.document.name, c.clients)
			without, fresh := s.contender("without", c.clients, same(c.document)), s.contender("new", c.clients, renewed(c.document.numbered()))
			kept, floor := s.contender("same", c.clients, same(c.document.numbered())), bare.contender(c.document, 1)
			if c.document.name != onePage.name {
				if err := l.costs(ctx, engine, fmt.Sprintf(what, "new"), c.schedule, c.of, without, fresh, c.fresh); err != nil {
					return err
				}
				continue
			}
			if err := measure.Compare(ctx, c.schedule, floor, without, fresh, kept); err != nil {
				return err
			}
			l.against(engine, fmt.Sprintf(what, "new"), c.unit, c.of, fresh, without, c.fresh)
			l.against(engine, fmt.Sprintf(what, "same"), c.unit, c.of, kept, without, c.kept)
			if c.clients == 1 {
				l.against(engine, fmt.Sprintf(what, "new"), c.unit, c.of, fresh, floor, promise{})
			}
		}
		return nil
	})
}

// longHeaders bound 95 pages with a new numbered header, relative to the same without. Documents of so many pages are not measured on
// the other engines, which take a quarter of a minute for one.
var longHeaders = map[string]promise{chrome.Engine.Name: atMost(1.12), wkhtmltopdf.Engine.Name: atMost(1.2)}

// memory measures the peak memory of the service and its engine under load, compared with the bare engine at its greatest load. It is
// an experiment of its own because measuring takes time.
func memory(ctx context.Context, l *lab, engine string) error {
	return l.both(ctx, engine, nil, func(bare *floor, s *service) error {
		const busiest = 16
		most := slices.Max(bare.clients)
		for _, d := range []document{onePage, manyPages} {
			found := number{name: fmt.Sprintf("%s, %d clients: peak memory", d.name, busiest), unit: "MiB"}
			var err error
			if found.value, err = peak(ctx, l, s.builds[0].PID(), same(d)(s.builds[0]), busiest); err != nil {
				return err
			}
			if bare.pid != 0 {
				if found.floor, err = peak(ctx, l, bare.pid, bare.print(d), most); err != nil {
					return err
				}
				found.against, found.ratio = fmt.Sprintf("%s × %d", bare.name, most), found.value/found.floor
			}
			l.add(engine, found)
		}
		return nil
	})
}

// peak is the most memory that a process and its descendants held while they were kept busy, in mebibytes.
func peak(ctx context.Context, l *lab, root int, print measure.Print, clients int) (float64, error) {
	highest := 0
	stop := machine.Watch(root, 100*time.Millisecond, func(tree []machine.Process) { highest = max(highest, machine.Memory(tree...)) })
	_, err := measure.Run(ctx, print, clients, l.heavy().Stretch)
	stop()
	return float64(highest) / (1 << 20), err
}

// start measures the time from the start to ready, and whether the first document is as fast as the hundredth.
func start(ctx context.Context, l *lab, engine string) error {
	var ready, first, later, ratio []float64
	for range l.light().Rounds {
		began, firstWait, laterWait, err := startOnce(ctx, l, engine)
		if err != nil {
			return err
		}
		ready, first, later, ratio = append(ready, began.Seconds()), append(first, firstWait), append(later, laterWait), append(ratio,
			firstWait/laterWait)
	}
	l.add(engine,
		number{name: "start to /readyz", unit: "s", value: measure.Median(ready), promise: atMost(1.5)},
		number{
			name: "1 page: first document", unit: "ms", value: measure.Median(first),
			floor: measure.Median(later), against: "the hundredth, after a pause", ratio: measure.Median(ratio), promise: atMost(1.25),
		})
	return nil
}

// startOnce starts a service, asks it until it is ready, and prints a hundred documents. The last ones come after pauses, as the first
// does: after a pause, processors and caches are colder than right after another document.
func startOnce(ctx context.Context, l *lab, engine string) (ready time.Duration, first, later float64, err error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	// Below the ports that the kernel assigns to clients: one that connects repeatedly before anything listens may get that port itself.
	admin := fmt.Sprintf("127.0.0.1:%d", 12000+rand.IntN(20000))
	known := make(chan time.Time, 1)
	go func() { known <- firstReady(ctx, "http://"+admin+"/readyz") }()
	s, err := program.Serve(l.program, "PLATEN_ENGINE="+engine, "PLATEN_AUTH_KEYS=bench="+benchKey, "PLATEN_ADMIN_ADDR="+admin)
	if err != nil {
		return 0, 0, 0, err
	}
	defer func() { err = errors.Join(err, s.Discard()) }()
	ready = (<-known).Sub(s.Began)
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

// firstReady requests the address until the answer is 200, or ctx ends, and returns the time of that.
func firstReady(ctx context.Context, url string) time.Time {
	for ctx.Err() == nil {
		if answer, err := program.Get(ctx, url); err == nil && answer.Status == http.StatusOK {
			break
		}
		_ = measure.Pause(ctx, 5*time.Millisecond)
	}
	return time.Now()
}

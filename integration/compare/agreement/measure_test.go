package agreement_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"time"

	"platen/adapters/comparereport"
	"platen/adapters/engines"
	"platen/adapters/pdf/reader"
	"platen/adapters/poppler"
	"platen/app/compare"
	"platen/domain"
	"platen/integration/program"
	"platen/ports"
)

// measured is a pair with what the program says of it.
type measured struct {
	pair
	score          float64
	verdict, first string
}

// agrees reports whether the verdict is one that a person signs.
func (m measured) agrees() bool { return slices.Contains(m.Verdict, m.verdict) }

// misnamed reports whether the first reason lacks what it must say, or says what it must not.
func (m measured) misnamed() bool {
	return m.First != "" && !regexp.MustCompile("(?i)"+m.First).MatchString(m.first) ||
		m.Never != "" && regexp.MustCompile("(?i)"+m.Never).MatchString(m.first)
}

// result is what the program says of all pairs, and how long the two parts took.
type result struct {
	pairs           []measured
	render, compare time.Duration
}

// measure renders pairs with a program, which gets some settings besides, and compares them. A folder that is named gets the report.
func measure(ctx context.Context, pairs []pair, folder, bin string, settings ...string) (r result, err error) {
	began := time.Now()
	a, b, err := render(ctx, pairs, bin, settings)
	if err != nil {
		return r, err
	}
	r.render, began = time.Since(began), time.Now()
	version := func() string { return "" }
	comparer := &compare.Comparer{Runs: 1, Rasterizer: poppler.New(poppler.DefaultConfig(), reader.Reader{}), Reader: reader.Reader{},
		Engines: []compare.Engine{{Name: "a", Source: a, Version: version}, {Name: "b", Source: b, Version: version}}}
	if folder != "" {
		var report *comparereport.Writer
		if report, err = comparereport.New(folder); err != nil {
			return r, err
		}
		defer func() { err = errors.Join(err, report.Close()) }()
		comparer.Report = report
	}
	var samples []ports.Sample
	for _, p := range pairs {
		samples = append(samples, ports.Sample{Name: p.Name})
	}
	summary, err := comparer.Run(ctx, samples)
	if err != nil {
		return r, err
	}
	r.compare = time.Since(began)
	for i, p := range pairs {
		c := summary.Report.Documents[i].Comparisons[0]
		r.pairs = append(r.pairs, measured{pair: p, score: c.Score, verdict: string(c.Verdict), first: append(c.Reasons, "")[0]})
	}
	return r, nil
}

// documents are finished PDFs by the names of the pairs.
type documents map[string]domain.Document

// PDF returns one of them.
func (d documents) PDF(_ context.Context, sample ports.Sample) (domain.Document, error) {
	return d[sample.Name], nil
}

// render prints both sides of the pairs.
func render(ctx context.Context, pairs []pair, bin string, settings []string) (a, b documents, err error) {
	const key = "agreement"
	services := map[string]*program.Service{}
	printed := map[string][]byte{} // by engine and request: many pairs have one side in common
	defer func() {
		for _, service := range services {
			err = errors.Join(err, service.Discard())
		}
	}()
	post := func(engine string, body request) (document domain.Document, err error) {
		if services[engine] == nil {
			services[engine], err = program.Serve(bin, append(settings, "PLATEN_AUTH_KEYS=agreement="+key, "PLATEN_ENGINE="+engine)...)
			if err != nil {
				delete(services, engine)
				return document, err
			}
		}
		content, err := json.Marshal(body)
		if err != nil {
			return document, err
		}
		pdf, known := printed[engine+string(content)]
		if !known {
			answer, err := services[engine].Post(ctx, key, content)
			if err != nil {
				return document, err
			}
			if answer.Status != http.StatusOK {
				return document, fmt.Errorf("%d %s", answer.Status, answer.Body)
			}
			pdf = answer.Body
			printed[engine+string(content)] = pdf
		}
		return domain.Document{PDF: pdf}, nil
	}
	a, b = documents{}, documents{}
	for _, p := range pairs {
		reference := engines.All().Default()
		var failedA, failedB error
		a[p.Name], failedA = post(reference, p.a)
		b[p.Name], failedB = post(cmp.Or(p.Engine, reference), p.b)
		if failed := errors.Join(failedA, failedB); failed != nil {
			err = errors.Join(err, fmt.Errorf("%s: %w", p.Name, failed))
		}
	}
	return a, b, err
}

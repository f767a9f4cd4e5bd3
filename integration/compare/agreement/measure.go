package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	"platen/adapters/engines"
	"platen/integration/program"
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

// measure renders and compares pairs with a program, which gets some settings besides, in a folder that it fills.
func measure(ctx context.Context, pairs []pair, folder, bin string, settings ...string) (r result, err error) {
	began := time.Now()
	if err := render(ctx, pairs, folder, bin, settings); err != nil {
		return r, err
	}
	r.render, began = time.Since(began), time.Now()
	compare := exec.CommandContext(ctx, bin, "compare", "--engine", "a=pdf="+filepath.Join(folder, "a"),
		"--engine", "b=pdf="+filepath.Join(folder, "b"), "--out", filepath.Join(folder, "report"))
	compare.Env = append(os.Environ(), settings...)
	for _, p := range pairs {
		compare.Args = append(compare.Args, filepath.Join(folder, "a", p.Name+".json"))
	}
	if out, err := compare.CombinedOutput(); err != nil {
		return r, fmt.Errorf("compare: %w: %s", err, out)
	}
	r.compare = time.Since(began)
	r.pairs, err = read(pairs, filepath.Join(folder, "report", "report.json"))
	return r, err
}

// render writes NAME.json and NAME.pdf to the folders a and b.
func render(ctx context.Context, pairs []pair, folder, bin string, settings []string) (err error) {
	const key = "agreement"
	services := map[string]*program.Service{}
	printed := map[string][]byte{} // by engine and request: many pairs have one side in common
	defer func() {
		for _, service := range services {
			err = errors.Join(err, service.Discard())
		}
	}()
	post := func(engine, side string, p pair, body request) (err error) {
		if services[engine] == nil {
			services[engine], err = program.Serve(bin, append(settings, "PLATEN_AUTH_KEYS=agreement="+key, "PLATEN_ENGINE="+engine)...)
			if err != nil {
				delete(services, engine)
				return err
			}
		}
		content, err := json.Marshal(body)
		if err != nil {
			return err
		}
		pdf, known := printed[engine+string(content)]
		if !known {
			answer, err := services[engine].Post(ctx, key, content)
			if err != nil {
				return err
			}
			if answer.Status != http.StatusOK {
				return fmt.Errorf("%s, side %s: %d %s", p.Name, side, answer.Status, answer.Body)
			}
			pdf = answer.Body
			printed[engine+string(content)] = pdf
		}
		file := filepath.Join(folder, side, p.Name)
		return errors.Join(os.WriteFile(file+".json", content, 0o600), os.WriteFile(file+".pdf", pdf, 0o600))
	}
	err = errors.Join(os.MkdirAll(filepath.Join(folder, "a"), 0o700), os.MkdirAll(filepath.Join(folder, "b"), 0o700))
	for _, p := range pairs {
		reference := engines.All().Default()
		err = errors.Join(err, post(reference, "a", p, p.a), post(cmp.Or(p.Engine, reference), "b", p, p.b))
	}
	return err
}

// read returns the pairs with what the report says of them.
func read(pairs []pair, file string) (all []measured, err error) {
	content, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var report struct {
		Documents []struct {
			Name        string
			Comparisons []struct {
				Score   float64
				Verdict string
				Reasons []string
			}
		}
	}
	if err := json.Unmarshal(content, &report); err != nil {
		return nil, err
	}
	for i, d := range report.Documents {
		if i >= len(pairs) || d.Name != pairs[i].Name || len(d.Comparisons) != 1 {
			return nil, fmt.Errorf("document %d of the report is %s, with %d comparisons", i, d.Name, len(d.Comparisons))
		}
		c := d.Comparisons[0]
		all = append(all, measured{pair: pairs[i], score: c.Score, verdict: c.Verdict, first: append(c.Reasons, "")[0]})
	}
	if len(all) != len(pairs) {
		return nil, fmt.Errorf("the report has %d documents of %d", len(all), len(pairs))
	}
	return all, nil
}

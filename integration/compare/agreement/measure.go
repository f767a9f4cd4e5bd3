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

// measure renders and compares pairs with the program, in a folder that it fills. Command makes the program's process, with the
// arguments and environment given.
func measure(ctx context.Context, pairs []pair, folder string, command func(environment []string, arguments ...string) *exec.Cmd) (
	r result, err error,
) {
	began := time.Now()
	if err := render(ctx, pairs, folder, command); err != nil {
		return r, err
	}
	r.render, began = time.Since(began), time.Now()
	arguments := []string{"compare", "--engine", "a=pdf=" + filepath.Join(folder, "a"), "--engine", "b=pdf=" + filepath.Join(folder, "b"),
		"--out", filepath.Join(folder, "report")}
	for _, p := range pairs {
		arguments = append(arguments, filepath.Join(folder, "a", p.Name+".json"))
	}
	if out, err := command(nil, arguments...).CombinedOutput(); err != nil {
		return r, fmt.Errorf("compare: %w: %s", err, out)
	}
	r.compare = time.Since(began)
	r.pairs, err = read(pairs, filepath.Join(folder, "report", "report.json"))
	return r, err
}

// render writes NAME.json and NAME.pdf to the folders a and b.
func render(ctx context.Context, pairs []pair, folder string, command func([]string, ...string) *exec.Cmd) error {
	const key = "agreement"
	services := map[string]*program.Service{}
	post := func(engine, side string, p pair, body request) error {
		service := services[engine]
		if service == nil {
			temp := filepath.Join(folder, "temp-"+engine)
			if err := os.MkdirAll(temp, 0o700); err != nil {
				return err
			}
			var err error
			service, err = program.Start(command([]string{"PLATEN_HTTP_ADDR=127.0.0.1:0", "PLATEN_ADMIN_ADDR=127.0.0.1:0", "TMPDIR=" + temp,
				"PLATEN_AUTH_KEYS=agreement=" + key, "PLATEN_RATE_LIMIT_REQUESTS=0", "PLATEN_ENGINE=" + engine}, "serve"), temp)
			if err != nil {
				return err
			}
			services[engine] = service
		}
		content, err := json.Marshal(body)
		if err != nil {
			return err
		}
		answer, err := service.Post(ctx, key, content)
		if err != nil {
			return err
		}
		if answer.Status != http.StatusOK {
			return fmt.Errorf("%s, side %s: %d %s", p.Name, side, answer.Status, answer.Body)
		}
		file := filepath.Join(folder, side, p.Name)
		return errors.Join(os.WriteFile(file+".json", content, 0o600), os.WriteFile(file+".pdf", answer.Body, 0o600))
	}
	err := errors.Join(os.MkdirAll(filepath.Join(folder, "a"), 0o700), os.MkdirAll(filepath.Join(folder, "b"), 0o700))
	for _, p := range pairs {
		reference := engines.All().Default()
		err = errors.Join(err, post(reference, "a", p, p.a), post(cmp.Or(p.Engine, reference), "b", p, p.b))
	}
	for _, service := range services {
		err = errors.Join(err, service.Discard())
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

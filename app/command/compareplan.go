package command

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"platen/adapters/shadowfolder"
	"platen/app"
	"platen/app/compare/verdict"
	"platen/configs"
	"platen/domain"
	"platen/domain/comparison"
	"platen/ports"
)

// comparePlan is all that is named on the command line, read and checked.
type comparePlan struct {
	task     app.Comparison
	baseline comparison.Report // empty: none is named
	rules    compareRules
}

// planCompare makes the plan. Its errors are mistakes in the command line.
func planCompare(command *cobra.Command, flags compareFlags, files []string) (plan comparePlan, err error) {
	if plan.rules, err = readRules(flags.rules); err != nil {
		return plan, err
	}
	if flags.baseline != "" {
		if plan.baseline, err = readReport(flags.baseline); err != nil {
			return plan, fmt.Errorf("--baseline: %w", err)
		}
	}
	for _, path := range []string{flags.junit, flags.markdown} {
		err := checkOutputs(path)
		if errors.Is(err, os.ErrNotExist) && filepath.Dir(path) == filepath.Clean(flags.out) {
			continue // the folder of the report, which is made first
		}
		if err != nil {
			return plan, err
		}
	}
	plan.task = app.Comparison{Runs: flags.runs, Out: flags.out, Choose: flags.choose, IgnoreOf: plan.rules.ignoreOf}
	switch {
	case flags.runs < 1:
		return plan, fmt.Errorf("--runs: %d is not at least 1", flags.runs)
	case command.Flags().Changed("max-score") && !isScore(flags.maxScore):
		return plan, fmt.Errorf("--max-score: %g is not between 0 and 100", flags.maxScore)
	case flags.fromLines() && flags.choose:
		return plan, errors.New("--choose: the requests are needed: name them, or render those that were kept with --engine")
	case flags.fromLines():
		return plan, nil
	}
	if flags.shadow != "" {
		if files, err = keptRequests(flags.shadow); err != nil {
			return plan, err
		}
	}
	if plan.task.Config, err = loadConfig(command); err != nil {
		return plan, err
	}
	if plan.task.Contestants, err = parseSpecs(plan.task.Config, flags.engines); err != nil {
		return plan, err
	}
	if len(plan.task.Contestants) < 2 {
		return plan, errors.New("--engine: name two or more engines; the first is the reference")
	}
	if plan.task.Samples, err = readSamples(command, files, plan.task.Config.HTTP.BodyLimit); err != nil {
		return plan, err
	}
	return plan, plan.checkBaseline(command, flags.baseline)
}

// isScore reports whether a number can be a score. NaN cannot.
func isScore(number float64) bool { return number >= 0 && number <= 100 }

// checkBaseline fails if an earlier report says nothing about the comparison, and warns if it says something of a part only.
func (p comparePlan) checkBaseline(command *cobra.Command, path string) error {
	if path == "" {
		return nil
	}
	all, known := 0, 0
	for _, s := range p.task.Samples {
		for _, c := range p.task.Contestants[1:] {
			if all++; verdict.Known(p.baseline, s.Name, c.Name) {
				known++
			}
		}
	}
	if known == 0 {
		return fmt.Errorf("--baseline %s: it has none of these documents and engines", path)
	}
	if known < all {
		fmt.Fprintf(command.ErrOrStderr(), "%d of %d comparisons are not in --baseline\n", all-known, all)
	}
	return nil
}

// keptRequests are the files of the requests that a shadow kept.
func keptRequests(dir string) ([]string, error) {
	results, err := shadowfolder.Read(dir)
	if err == nil && len(results.Requests) == 0 {
		err = errors.New("no requests were kept in it (shadow.keep_requests): leave --engine out to see the numbers")
	}
	if err != nil {
		return nil, fmt.Errorf("--shadow %s: %w", dir, err)
	}
	return results.Requests, nil
}

// parseSpecs reads the SPECs; without any, all engines of this machine take part.
func parseSpecs(config configs.Config, specs []string) (contestants []app.Contestant, err error) {
	if len(specs) == 0 {
		specs = app.EngineNames(config)
	}
	taken := func(name string) bool {
		return slices.ContainsFunc(contestants, func(o app.Contestant) bool { return o.Name == name })
	}
	for _, spec := range specs {
		c, fallback, err := parseSpec(config, spec)
		if err == nil && taken(c.Name) {
			err = fmt.Errorf("the name %s is taken", c.Name)
		}
		if err != nil {
			return nil, fmt.Errorf("--engine %s: %w", spec, err)
		}
		c.Name = cmp.Or(c.Name, unused(fallback, taken))
		contestants = append(contestants, c)
	}
	return contestants, nil
}

// unused numbers a name that is taken.
func unused(name string, taken func(string) bool) string {
	numbered := name
	for n := 2; taken(numbered); n++ {
		numbered = fmt.Sprintf("%s-%d", name, n)
	}
	return numbered
}

// parseSpec reads [NAME=]ENGINE[,KEY=VALUE]… and [NAME=]KIND=VALUE, where the kind is one of app.SourceKinds. If the SPEC has no name,
// fallback is one for it.
func parseSpec(config configs.Config, spec string) (c app.Contestant, fallback string, err error) {
	rest := spec
	if kind, _ := cutKind(spec); kind == "" {
		if c.Name, rest, err = configs.CutName(spec); err != nil {
			return c, "", withHint(err, spec)
		}
	}
	if kind, value := cutKind(rest); kind != "" {
		c.Other, err = app.OpenSource(kind, value, config)
		return c, sourceName(kind, value), err
	}
	own, err := config.WithEngine(rest)
	if err != nil {
		return c, "", withHint(err, rest)
	}
	c.Config = &own
	return c, own.Engine, nil
}

// cutKind divides url=https://… into kind and value; the kind is empty where the spec is of an engine.
func cutKind(spec string) (kind, value string) {
	for _, kind := range app.SourceKinds() {
		if value, is := strings.CutPrefix(spec, kind+"="); is {
			return kind, value
		}
	}
	return "", spec
}

// withHint adds to the error of a SPEC what it may be meant to be, other than an engine with a name or settings.
func withHint(err error, spec string) error {
	info, missing := os.Stat(spec)
	_, unknown := exec.LookPath(strings.Split(spec, " ")[0])
	switch {
	case strings.Contains(spec, "://"):
		return fmt.Errorf("%w; did you mean url=%s?", err, spec)
	case missing == nil && info.IsDir():
		return fmt.Errorf("%w; did you mean pdf=%s?", err, spec)
	case unknown == nil:
		return fmt.Errorf("%w; did you mean cmd=, as in \"cmd=%s {html} {pdf}\"?", err, spec)
	case strings.ContainsAny(spec, "=,"):
		return err
	}
	return fmt.Errorf("%w, or %s=…", err, strings.Join(app.SourceKinds(), "=…, "))
}

// sourceName names a source that is no engine by its value.
func sourceName(kind, value string) string {
	name := kind
	switch kind {
	case app.ContractServer:
		if address, err := url.Parse(value); err == nil {
			name = address.Host
		}
	case app.PDFFolder:
		if folder, err := filepath.Abs(value); err == nil { // it may be given as "."
			name = filepath.Base(folder)
		}
	case app.Program:
		program, _, _ := strings.Cut(value, " ")
		name = filepath.Base(program)
	}
	return cmp.Or(cleanName(name), kind)
}

// unfit are characters that the name of a file should not have.
var unfit = regexp.MustCompile(`[^a-zA-Z0-9._-]`)

// cleanName makes a name that is fit for a file's.
func cleanName(text string) string { return strings.Trim(unfit.ReplaceAllString(text, "-"), "-.") }

// readSamples reads the requests. JSON files that are something else, as a corpus's manifest is, are left out with a word.
func readSamples(command *cobra.Command, files []string, limit domain.ByteSize) ([]ports.Sample, error) {
	var samples []ports.Sample
	var named []string
	for _, file := range distinctFiles(files) {
		body, err := readInput(command.InOrStdin(), file, limit)
		if err != nil {
			return nil, err
		}
		if !isRequest(body) {
			fmt.Fprintf(command.ErrOrStderr(), "%s is no request, and left out: it has no html\n", file)
			continue
		}
		request, err := domain.ParseRequest(body)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, clientError(err))
		}
		samples, named = append(samples, ports.Sample{Body: body, Request: request}), append(named, file)
	}
	if len(samples) == 0 {
		return nil, errors.New("none of the files is a request")
	}
	for i, name := range documentNames(named) {
		samples[i].Name = name
	}
	return samples, nil
}

// isRequest distinguishes JSON objects that have nothing of a request from everything else, mistaken requests included.
func isRequest(body []byte) bool {
	var object map[string]json.RawMessage
	return json.Unmarshal(body, &object) != nil || len(object) > 0 && len(domain.UnknownFields(body)) < len(object)
}

// readReport reads an earlier report.json.
func readReport(path string) (report comparison.Report, err error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return report, err
	}
	if err := json.Unmarshal(content, &report); err != nil || report.Schema == 0 {
		return report, errors.Join(fmt.Errorf("%s is no report.json of platen compare", path), err)
	}
	if report.Schema != comparison.Schema {
		return report, fmt.Errorf("%s has schema %d, and this version reads %d", path, report.Schema, comparison.Schema)
	}
	return report, nil
}

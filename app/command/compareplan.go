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

// planCompare reads everything that is named on the command line. All its errors are for exit code 2.
func planCompare(command *cobra.Command, flags compareFlags, files []string) (task app.Comparison, baseline *comparison.Report, err error) {
	defer func() {
		if err != nil {
			err = usage(err)
		}
	}()
	if flags.baseline != "" {
		if baseline, err = readReport(flags.baseline); err != nil {
			return task, nil, fmt.Errorf("--baseline: %w", err)
		}
	}
	for flag, file := range map[string]string{"--junit": flags.junit, "--markdown": flags.markdown} {
		if err := checkOutputs(file); err != nil {
			return task, nil, fmt.Errorf("%s: %w", flag, err)
		}
	}
	if flags.runs < 1 {
		return task, nil, fmt.Errorf("--runs: %d is not at least 1", flags.runs)
	}
	if command.Flags().Changed("max-score") && !(flags.maxScore >= 0 && flags.maxScore <= 100) { // NaN is neither
		return task, nil, fmt.Errorf("--max-score: %g is not between 0 and 100", flags.maxScore)
	}
	if flags.fromLines() {
		if flags.choose {
			return task, nil, errors.New("--choose: the requests are needed: name them, or render those that were kept with --engine")
		}
		return app.Comparison{Out: flags.out}, baseline, nil
	}
	if flags.shadow != "" {
		if files, err = keptRequests(flags.shadow); err != nil {
			return task, nil, err
		}
	}
	config, err := loadConfig(command)
	if err != nil {
		return task, nil, err
	}
	if len(flags.engines) == 0 {
		flags.engines = app.EngineNames(config)
	}
	task = app.Comparison{Runs: flags.runs, Out: flags.out, Config: config, Choose: flags.choose}
	if len(flags.engines) < 2 {
		return task, nil, errors.New("--engine: name two or more engines; the first is the reference")
	}
	if task.Contestants, err = parseSpecs(config, flags.engines); err != nil {
		return task, nil, err
	}
	if task.Samples, err = readSamples(command, files, config.HTTP.BodyLimit); err != nil {
		return task, nil, err
	}
	return task, baseline, checkBaseline(command, flags.baseline, baseline, task)
}

// checkBaseline fails if an earlier report says nothing about the comparison, and warns if it says something of a part only.
func checkBaseline(command *cobra.Command, path string, baseline *comparison.Report, task app.Comparison) error {
	if baseline == nil {
		return nil
	}
	var documents, engines []string
	for _, s := range task.Samples {
		documents = append(documents, s.Name)
	}
	for _, c := range task.Contestants[1:] {
		engines = append(engines, c.Name)
	}
	all, known := len(documents)*len(engines), verdict.Known(baseline, documents, engines)
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

func parseSpecs(config configs.Config, specs []string) ([]app.Contestant, error) {
	var contestants []app.Contestant
	for _, spec := range specs {
		c, named, err := parseSpec(config, spec)
		if err != nil {
			return nil, fmt.Errorf("--engine %s: %w", spec, err)
		}
		taken := func(name string) bool {
			return slices.ContainsFunc(contestants, func(o app.Contestant) bool { return o.Name == name })
		}
		if named && taken(c.Name) {
			return nil, fmt.Errorf("--engine %s: the name %s is taken", spec, c.Name)
		}
		c.Name = unused(c.Name, taken)
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

// parseSpec reads [NAME=]ENGINE[,KEY=VALUE]… and [NAME=]KIND=VALUE, where the kind is one of app.SourceKinds.
func parseSpec(config configs.Config, spec string) (c app.Contestant, named bool, err error) {
	rest := spec
	if kind, _ := cutKind(spec); kind == "" {
		if c.Name, rest, err = configs.CutName(spec); err != nil {
			return c, false, withHint(err, spec)
		}
		named = c.Name != ""
	}
	if c.Kind, c.Value = cutKind(rest); c.Kind == "" {
		own, err := config.WithEngine(rest)
		if err != nil {
			return c, named, withHint(err, rest)
		}
		if c.Config = &own; !named {
			c.Name = own.Engine
		}
		return c, named, nil
	}
	name, err := sourceName(c.Kind, c.Value)
	if !named {
		c.Name = name
	}
	if c.Kind == app.ContractServer {
		c.Key = os.Getenv(configs.CompareKeyVariable)
	}
	return c, named, err
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

// withHint adds to the error of a SPEC that is no engine what it may be meant to be.
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
	}
	return fmt.Errorf("%w, or %s=…", err, strings.Join(app.SourceKinds(), "=…, "))
}

// sourceName names a source that is no engine, and checks the form of its value.
func sourceName(kind, value string) (string, error) {
	switch kind {
	case app.ContractServer, app.Gotenberg:
		address, err := url.Parse(value)
		if err != nil || address.Host == "" {
			return "", fmt.Errorf("%q is not a server's address: write https://host or http://host:port", value)
		}
		if kind == app.Gotenberg {
			return kind, nil
		}
		return cleanName(address.Host), nil
	case app.PDFFolder:
		if value == "" {
			return "", errors.New("name the folder of the PDFs")
		}
		return folderName(value), nil
	default:
		program, _, _ := strings.Cut(value, " ")
		return cmp.Or(cleanName(filepath.Base(program)), kind), nil
	}
}

// folderName names a source by its folder, which may be given as "." or "/".
func folderName(folder string) string {
	if whole, err := filepath.Abs(folder); err == nil {
		folder = whole
	}
	return cmp.Or(cleanName(filepath.Base(folder)), app.PDFFolder)
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
func readReport(path string) (*comparison.Report, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var report comparison.Report
	if err := json.Unmarshal(content, &report); err != nil || report.Schema == 0 {
		return nil, errors.Join(fmt.Errorf("%s is no report.json of platen compare", path), err)
	}
	if report.Schema != comparison.Schema {
		return nil, fmt.Errorf("%s has schema %d, and this version reads %d", path, report.Schema, comparison.Schema)
	}
	return &report, nil
}

package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
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
			err = &usageError{err}
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
		return app.Comparison{Out: flags.out}, baseline, nil
	}
	if flags.shadow != "" {
		if files, err = keptRequests(flags.shadow); err != nil {
			return task, nil, err
		}
	}
	path, err := command.Flags().GetString("config")
	if err != nil {
		return task, nil, err
	}
	config, err := configs.Load(registryOf(command), path, os.Environ())
	if err != nil {
		return task, nil, err
	}
	if len(flags.engines) == 0 {
		flags.engines = app.EngineNames(config)
	}
	task = app.Comparison{Runs: flags.runs, Out: flags.out, Config: config}
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

// checkBaseline fails if an earlier report can tell nothing about the comparison, and warns if it can tell of a part only.
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

// parseSpec reads [NAME=]ENGINE[,KEY=VALUE]…, [NAME=]url=URL or [NAME=]pdf=DIR.
func parseSpec(config configs.Config, spec string) (c app.Contestant, named bool, err error) {
	if !strings.HasPrefix(spec, "url=") && !strings.HasPrefix(spec, "pdf=") {
		if c.Name, spec, err = configs.CutName(spec); err != nil {
			return c, false, err
		}
		named = c.Name != ""
	}
	if address, is := strings.CutPrefix(spec, "url="); is {
		c.URL, c.Key = address, os.Getenv(configs.CompareKeyVariable)
		parsed, err := url.Parse(address)
		if err != nil || parsed.Host == "" {
			return c, named, fmt.Errorf("%q is not a server's address: write https://host or http://host:port", address)
		}
		if !named {
			c.Name = cleanName(parsed.Host)
		}
		return c, named, nil
	}
	if folder, is := strings.CutPrefix(spec, "pdf="); is {
		if c.Folder = folder; folder == "" {
			return c, named, errors.New("name the folder of the PDFs")
		}
		if !named {
			c.Name = folderName(folder)
		}
		return c, named, nil
	}
	own, err := config.WithEngine(spec)
	if err != nil {
		return c, named, err
	}
	if c.Config = &own; !named {
		c.Name = own.Engine
	}
	return c, named, nil
}

// folderName names a source by its folder, which may be given as "." or "/".
func folderName(folder string) string {
	if whole, err := filepath.Abs(folder); err == nil {
		folder = whole
	}
	if name := cleanName(filepath.Base(folder)); name != "" {
		return name
	}
	return "pdf"
}

// cleanName makes a name that is fit for a file's.
func cleanName(text string) string {
	return strings.Trim(strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '.', r == '-', r == '_':
			return r
		}
		return '-'
	}, text), "-.")
}

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
	if json.Unmarshal(body, &object) != nil {
		return true
	}
	for _, field := range []string{"html", "css", "data", "headerHtml", "footerHtml"} {
		if object[field] != nil {
			return true
		}
	}
	return false
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

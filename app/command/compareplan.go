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

	"platen/adapters/engines"
	"platen/app"
	"platen/configs"
	"platen/domain"
	"platen/domain/comparison"
	"platen/ports"
)

// compareKey is the variable with the key of the servers that take part.
const compareKey = "PLATEN_COMPARE_KEY"

// planCompare reads everything that is named on the command line. All its errors are for exit code 2.
func planCompare(command *cobra.Command, flags compareFlags, files []string) (task app.Comparison, baseline *comparison.Report, err error) {
	defer func() {
		if err != nil {
			err = &usageError{err}
		}
	}()
	if flags.runs < 1 {
		return task, nil, fmt.Errorf("--runs: %d is not at least 1", flags.runs)
	}
	if command.Flags().Changed("max-score") && (flags.maxScore < 0 || flags.maxScore > 100) {
		return task, nil, fmt.Errorf("--max-score: %g is not between 0 and 100", flags.maxScore)
	}
	path, err := command.Flags().GetString("config")
	if err != nil {
		return task, nil, err
	}
	// The key is no setting of the service.
	environ := slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, compareKey+"=") })
	registry := registryOf(command)
	config, err := configs.Load(registry, path, environ)
	if err != nil {
		return task, nil, err
	}
	if len(flags.engines) == 0 {
		flags.engines = app.EngineNames(config)
	}
	parser := specParser{registry: registry, path: path, environ: environ, known: app.EngineNames(config)}
	task = app.Comparison{Runs: flags.runs, Out: flags.out, Limits: config.Render}
	if task.Contestants, err = parser.parseAll(flags.engines); err != nil {
		return task, nil, err
	}
	if task.Samples, err = readSamples(command, files, config.HTTP.BodyLimit); err != nil {
		return task, nil, err
	}
	if flags.baseline != "" {
		baseline, err = readReport(flags.baseline)
	}
	return task, baseline, err
}

// specParser reads SPECs.
type specParser struct {
	registry engines.Registry
	path     string   // of the configuration
	environ  []string // of the process
	known    []string // engines
}

func (p specParser) parseAll(specs []string) ([]app.Contestant, error) {
	if len(specs) < 2 {
		return nil, errors.New("--engine: name two or more engines; the first is the reference")
	}
	var contestants []app.Contestant
	for _, spec := range specs {
		c, named, err := p.parse(spec)
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

// parse reads [NAME=]ENGINE[,KEY=VALUE]…, [NAME=]url=URL or [NAME=]pdf=DIR.
func (p specParser) parse(spec string) (c app.Contestant, named bool, err error) {
	head, _, _ := strings.Cut(spec, ",")
	if name, rest, has := strings.Cut(spec, "="); has && strings.Contains(head, "=") && name != "url" && name != "pdf" {
		if cleanName(name) != name || name == "" {
			return c, false, fmt.Errorf("%q is no name: write letters, digits, dots, hyphens and underscores", name)
		}
		c.Name, named, spec = name, true, rest
	}
	if address, is := strings.CutPrefix(spec, "url="); is {
		c.URL, c.Key = address, os.Getenv(compareKey)
		parsed, err := url.Parse(address)
		if err != nil || parsed.Host == "" {
			return c, named, fmt.Errorf("%q is no address of a server: write https://host or http://host:port", address)
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
			c.Name = cleanName(filepath.Base(folder))
		}
		return c, named, nil
	}
	engine, settings, _ := strings.Cut(spec, ",")
	if !slices.Contains(p.known, engine) {
		return c, named, fmt.Errorf("%q is no engine: write one of %s, or url=URL, or pdf=DIR", engine, strings.Join(p.known, ", "))
	}
	if !named {
		c.Name = engine
	}
	c.Config, err = p.configure(engine, settings)
	return c, named, err
}

// configure loads the configuration with the settings of a SPEC in the place of the environment's.
func (p specParser) configure(engine, settings string) (*configs.Config, error) {
	environ := slices.Clone(p.environ)
	set := func(key, value string) {
		variable := configs.Variable(key) + "="
		environ = slices.DeleteFunc(environ, func(v string) bool { return strings.HasPrefix(v, variable) })
		environ = append(environ, variable+value)
	}
	set("engine", engine)
	for _, setting := range strings.Split(settings, ",") {
		if settings == "" {
			break
		}
		key, value, has := strings.Cut(setting, "=")
		if !has {
			return nil, fmt.Errorf("%q is no setting: write KEY=VALUE, as in bin=/opt/new/engine", setting)
		}
		if !slices.Contains(configs.Keys(p.registry), engine+"."+key) {
			return nil, fmt.Errorf("%s has no setting %q; it has %s", engine, key, strings.Join(p.settingsOf(engine), ", "))
		}
		set(engine+"."+key, value)
	}
	config, err := configs.Load(p.registry, p.path, environ)
	return &config, err
}

func (p specParser) settingsOf(engine string) (keys []string) {
	for _, key := range configs.Keys(p.registry) {
		if key, is := strings.CutPrefix(key, engine+"."); is {
			keys = append(keys, key)
		}
	}
	return keys
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
	for _, file := range files {
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
		name := cleanName(strings.TrimSuffix(filepath.Base(file), ".json"))
		if name == "" {
			name = "request"
		}
		name = unused(name, func(n string) bool {
			return slices.ContainsFunc(samples, func(s ports.Sample) bool { return s.Name == n })
		})
		samples = append(samples, ports.Sample{Name: name, Body: body, Request: request})
	}
	if len(samples) == 0 {
		return nil, errors.New("none of the files is a request")
	}
	return samples, nil
}

// isRequest tells JSON objects that have nothing of a request from everything else, mistaken requests included.
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
		return nil, fmt.Errorf("--baseline: %w", err)
	}
	var report comparison.Report
	if err := json.Unmarshal(content, &report); err != nil {
		return nil, fmt.Errorf("--baseline %s: it is no report.json: %w", path, err)
	}
	if report.Schema != comparison.Schema {
		return nil, fmt.Errorf("--baseline %s: its schema is %d, and this version reads %d", path, report.Schema, comparison.Schema)
	}
	return &report, nil
}

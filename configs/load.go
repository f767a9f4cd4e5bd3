package configs

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"
	"go.yaml.in/yaml/v3"

	"platen/adapters/engines"
)

// A variable is the prefix and the key in capitals, with underscores for dots. PLATEN_CONFIG names the file.
const (
	prefix       = "PLATEN_"
	fileVariable = "PLATEN_CONFIG"
)

// CompareKeyVariable holds the API key of the servers that `platen compare` asks. It is no setting, and every command ignores
// it but that one.
const CompareKeyVariable = "PLATEN_COMPARE_KEY"

// Load reads the file, if there is one, and the environment over it. If path is empty, PLATEN_CONFIG may name the file. The
// error is for the operator: it lists all faults, each with its file and line or its variable, and holds no secret.
func Load(registry engines.Registry, path string, environ []string) (Config, error) {
	environment := map[string]string{}
	for _, entry := range environ {
		name, value, _ := strings.Cut(entry, "=")
		environment[name] = value
	}
	path = cmp.Or(path, environment[fileVariable])
	l := &loader{
		registry: registry, known: Keys(registry), origins: map[string]string{},
		values: map[string]any{}, config: Default(registry),
	}
	if path != "" {
		if err := l.readFile(path); err != nil {
			return Config{}, err
		}
	}
	l.readEnvironment(environment)
	l.decode()
	l.validate()
	return l.config, l.faults.err()
}

// loader is the state of one Load.
type loader struct {
	registry engines.Registry
	known    []string          // keys
	origins  map[string]string // by key: where its value is from
	values   map[string]any    // by key
	config   Config
	faults   faults
}

// readFile reads the file. It fails if the file cannot be read as YAML at all.
func (l *loader) readFile(path string) error {
	content, err := os.ReadFile(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("there is no configuration file %s", path)
	case err != nil:
		return fmt.Errorf("the configuration file: %w", err)
	}
	var document yaml.Node
	var settings map[string]any
	decoder := yaml.NewDecoder(bytes.NewReader(content))
	if err := decoder.Decode(&document); errors.Is(err, io.EOF) {
		return nil
	} else if err = errors.Join(err, document.Decode(&settings)); err != nil {
		return fmt.Errorf("the configuration file %s: %w", path, err)
	}
	if !errors.Is(decoder.Decode(&yaml.Node{}), io.EOF) {
		return fmt.Errorf("the configuration file %s has a second YAML document (---), which would not be read", path)
	}
	l.readSection(path, document.Content[0], "", settings)
	return nil
}

// readSection takes the settings of a mapping: those of node, which has the lines, or of what an alias or a merge puts there.
func (l *loader) readSection(path string, node *yaml.Node, under string, settings map[string]any) {
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		key, value, at, child := under+name, settings[name], node.Line, node
		for i := 0; node.Kind == yaml.MappingNode && i < len(node.Content); i += 2 {
			if node.Content[i].Value == name {
				at, child = node.Content[i].Line, node.Content[i+1]
			}
		}
		if section, is := value.(map[string]any); is && len(section) > 0 {
			l.readSection(path, child, key+".", section)
			continue
		}
		origin := fmt.Sprintf("%s:%d", path, at)
		if fault := l.checkKey(key, value); fault != "" {
			l.faults.add(origin, fault)
		} else if value != nil && slices.Contains(l.known, key) { // a key or section without a value keeps its defaults
			l.values[key], l.origins[key] = value, origin
		}
	}
}

// checkKey says what is wrong with a key of the file; empty: nothing.
func (l *loader) checkKey(key string, value any) string {
	if slices.Contains(l.known, key) {
		return ""
	}
	if below := l.keyBelow(key); below != "" {
		if _, section := value.(map[string]any); section || value == nil {
			return "" // without keys
		}
		return fmt.Sprintf("%s is a section: write its keys below it, as in %s", key, below)
	}
	for _, known := range l.known {
		if strings.HasPrefix(key, known+".") {
			return fmt.Sprintf("unknown key %s: %s is a single value, not a section", key, known)
		}
	}
	return fmt.Sprintf("unknown key %s%s", key, suggest(key, l.known))
}

// keyBelow is the first key of a section; empty if there is no such section.
func (l *loader) keyBelow(section string) string {
	i := slices.IndexFunc(l.known, func(k string) bool { return strings.HasPrefix(k, section+".") })
	if i < 0 {
		return ""
	}
	return l.known[i]
}

func (l *loader) readEnvironment(environment map[string]string) {
	byVariable := map[string]string{}
	for _, key := range l.known {
		byVariable[Variable(key)] = key
	}
	for _, name := range slices.Sorted(maps.Keys(environment)) {
		key, known := byVariable[name]
		switch {
		case known:
			l.values[key], l.origins[key] = environment[name], name
		case strings.HasPrefix(name, prefix) && name != fileVariable && name != CompareKeyVariable && !ofKubernetes.MatchString(name):
			l.faults.add("the environment", "unknown variable "+name+suggest(name, slices.Sorted(maps.Keys(byVariable))))
		}
	}
}

// ofKubernetes matches the variables that Kubernetes sets for a Service whose name begins with platen, as in
// PLATEN_REDIS_PORT_6379_TCP_ADDR=10.0.0.1.
var ofKubernetes = regexp.MustCompile(`^PLATEN_(\w+_)?(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT(_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?)$`)

// suggest returns the closest known name, as the end of a message; empty if none is close.
func suggest(name string, known []string) string {
	best, distance := "", 4
	for _, candidate := range known {
		if d := levenshtein.ComputeDistance(name, candidate); d < distance {
			best, distance = candidate, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %s?", best)
}

// faults are the errors of a configuration, in the order in which they were found.
type faults []string

// add adds a fault; an empty origin means a default.
func (f *faults) add(origin, message string) {
	if origin != "" {
		message = origin + ": " + message
	}
	*f = append(*f, message)
}

// err is nil without a fault, one line for one, and a list for several.
func (f faults) err() error {
	switch len(f) {
	case 0:
		return nil
	case 1:
		return errors.New(f[0])
	}
	return fmt.Errorf("%d settings are wrong:\n  %s", len(f), strings.Join(f, "\n  "))
}

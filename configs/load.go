package configs

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"
	"github.com/knadh/koanf/parsers/yaml"
	"github.com/knadh/koanf/providers/env/v2"
	"github.com/knadh/koanf/v2"

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
	if path == "" {
		path = lookup(environ, fileVariable)
	}
	l := &loader{
		registry: registry, known: Keys(registry), origins: map[string]string{},
		values: koanf.New("."), config: Default(registry),
	}
	if path != "" {
		if err := l.readFile(path); err != nil {
			return Config{}, err
		}
	}
	if err := l.readEnvironment(environ); err != nil {
		return Config{}, err
	}
	l.decode()
	l.validate()
	return l.config, l.faults.err()
}

// loader is the state of one Load.
type loader struct {
	registry engines.Registry
	known    []string          // keys
	origins  map[string]string // by key: where its value is from
	values   *koanf.Koanf
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
	if err := l.values.Load(fileContent(content), yaml.Parser()); err != nil {
		return fmt.Errorf("the configuration file %s: %w", path, err)
	}
	if severalDocuments(content) {
		return fmt.Errorf("the configuration file %s has a second YAML document (---), which would not be read", path)
	}
	lines := linesOf(content)
	for _, key := range l.values.Keys() {
		origin := fmt.Sprintf("%s:%d", path, lines.of(key))
		fault := l.checkKey(key, l.values.Get(key))
		if fault != "" {
			l.faults.add(origin, fault)
		}
		if fault != "" || l.values.Get(key) == nil {
			l.values.Delete(key) // a key without a value keeps its default
			continue
		}
		l.origins[key] = origin
	}
	return nil
}

// fileContent is a koanf.Provider of a file that was read.
type fileContent []byte

// ReadBytes implements koanf.Provider.
func (c fileContent) ReadBytes() ([]byte, error) { return c, nil }

// Read is not used, since there is a parser.
func (fileContent) Read() (map[string]any, error) { return nil, errors.ErrUnsupported }

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

func (l *loader) readEnvironment(environ []string) error {
	byVariable := map[string]string{}
	variables := make([]string, 0, len(l.known))
	for _, key := range l.known {
		byVariable[Variable(key)] = key
		variables = append(variables, Variable(key))
	}
	var unknown []string
	err := l.values.Load(env.Provider(".", env.Opt{
		Prefix:      prefix,
		EnvironFunc: func() []string { return environ },
		TransformFunc: func(name, value string) (string, any) {
			key, known := byVariable[name]
			switch {
			case known:
				l.origins[key] = name
			case name != fileVariable && name != CompareKeyVariable && !ofKubernetes.MatchString(name):
				unknown = append(unknown, name)
			}
			return key, value
		},
	}), nil)
	if err != nil {
		return fmt.Errorf("the environment: %w", err)
	}
	slices.Sort(unknown)
	for _, name := range unknown {
		l.faults.add("the environment", "unknown variable "+name+suggest(name, variables))
	}
	return nil
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

func lookup(environ []string, name string) string {
	for _, entry := range environ {
		if value, ok := strings.CutPrefix(entry, name+"="); ok {
			return value
		}
	}
	return ""
}

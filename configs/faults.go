package configs

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"
)

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

// severalDocuments reports whether a file has more than one YAML document.
func severalDocuments(content []byte) bool {
	decoder := yaml.NewDecoder(bytes.NewReader(content))
	var first, second yaml.Node
	return decoder.Decode(&first) == nil && decoder.Decode(&second) == nil
}

// lines are the lines of a YAML file's keys.
type lines map[string]int

// linesOf finds the lines of the keys of a file that is YAML.
func linesOf(content []byte) lines {
	l := lines{}
	var document yaml.Node
	if yaml.Unmarshal(content, &document) == nil && len(document.Content) > 0 {
		l.read(document.Content[0], "")
	}
	return l
}

// read adds the keys of a mapping. The content of an alias has the line of the alias.
func (l lines) read(node *yaml.Node, under string) {
	if node.Kind != yaml.MappingNode {
		return
	}
	for i := 0; i+1 < len(node.Content); i += 2 {
		key := under + node.Content[i].Value
		l[key] = node.Content[i].Line
		l.read(node.Content[i+1], key+".")
	}
}

// of is the line of a key, or of the section that it is in.
func (l lines) of(key string) int {
	for {
		if line, known := l[key]; known {
			return line
		}
		i := strings.LastIndexByte(key, '.')
		if i < 0 {
			return 1
		}
		key = key[:i]
	}
}

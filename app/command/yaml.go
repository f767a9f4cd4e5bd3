package command

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"

	"go.yaml.in/yaml/v3"
)

// ownType matches the end of a message of YAML's that names a type of this program.
var ownType = regexp.MustCompile(` in(?:to| type) \S+$`)

// readYAML reads the YAML file of a flag; an empty file leaves the value as it is. A key that is not known is an error.
func readYAML(flag, file string, into any) error {
	content, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("--%s: %w", flag, err)
	}
	decoder := yaml.NewDecoder(bytes.NewReader(content))
	decoder.KnownFields(true)
	err = decoder.Decode(into)
	switch mistakes, is := errors.AsType[*yaml.TypeError](err); {
	case errors.Is(err, io.EOF):
		return nil
	case is:
		err = errors.New(ownType.ReplaceAllString(mistakes.Errors[0], ""))
	case err == nil && !errors.Is(decoder.Decode(&yaml.Node{}), io.EOF):
		err = errors.New("it has a second YAML document (---), which would not be read")
	}
	if err != nil {
		return fmt.Errorf("--%s %s: %w", flag, file, err)
	}
	return nil
}

package configs

import (
	"errors"
	"fmt"
	"strings"
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

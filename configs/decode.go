package configs

import (
	"encoding"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-viper/mapstructure/v2"
)

// decode applies the values over the defaults. Values of the environment are text, so text is accepted for numbers and truth
// values.
func (l *loader) decode() {
	for _, key := range slices.Sorted(maps.Keys(l.values)) {
		if err := decodeInto(l.config.field(key), l.values[key]); err != nil {
			l.faults.add(l.origins[key], fmt.Sprintf("%s: %s", key, err))
			l.reset(key)
		}
	}
}

// decodeInto puts one value into its field.
func decodeInto(field reflect.Value, value any) error {
	decoder, err := mapstructure.NewDecoder(&mapstructure.DecoderConfig{
		Result:           field.Addr().Interface(),
		WeaklyTypedInput: true,
		DecodeHook:       mapstructure.ComposeDecodeHookFunc(fromText, mapstructure.StringToSliceHookFunc(",")),
	})
	if err != nil {
		return err
	}
	if err := decoder.Decode(value); err != nil {
		return innermost(err)
	}
	return nil
}

// validate finds every invalid value: it reports each one, and replaces it by its default before it looks for the next.
func (l *loader) validate() {
	seen := map[string]bool{}
	for {
		err := l.config.Validate()
		if err == nil {
			return
		}
		key, _, _ := strings.Cut(err.Error(), ":")
		if seen[key] {
			return
		}
		seen[key] = true
		l.faults.add(l.origins[key], err.Error())
		if l.origins[key] == "" {
			return // the default conflicts with a value that is reported
		}
		l.reset(key)
	}
}

// reset sets a key to its default.
func (l *loader) reset(key string) {
	fresh := Default(l.registry)
	l.config.field(key).Set(fresh.field(key))
}

// fromText reads values with a unit. It reads bare numbers too: 60 is a size, but neither a duration nor a length.
func fromText(_, to reflect.Type, value any) (any, error) {
	result := reflect.New(to)
	switch target := result.Interface().(type) {
	case *time.Duration:
		d, err := time.ParseDuration(fmt.Sprint(value))
		if err != nil {
			return nil, fmt.Errorf("%q is not a duration: write a number with a unit, as in 500ms, 10s or 1m30s", fmt.Sprint(value))
		}
		return d, nil
	case *int:
		n, err := strconv.Atoi(fmt.Sprint(value))
		if err != nil {
			return nil, fmt.Errorf("%q is not a whole number", fmt.Sprint(value))
		}
		return n, nil
	case *float64:
		n, err := strconv.ParseFloat(fmt.Sprint(value), 64)
		if err != nil {
			return nil, fmt.Errorf("%q is not a number", fmt.Sprint(value))
		}
		return n, nil
	case *bool:
		b, err := strconv.ParseBool(fmt.Sprint(value))
		if err != nil {
			return nil, fmt.Errorf("%q is neither true nor false", fmt.Sprint(value))
		}
		return b, nil
	case encoding.TextUnmarshaler:
		if err := target.UnmarshalText([]byte(fmt.Sprint(value))); err != nil {
			return nil, err
		}
		return result.Elem().Interface(), nil
	}
	return value, nil
}

// innermost returns the one cause inside a decoder's error; the rest does not help the operator.
func innermost(err error) error {
	for next := errors.Unwrap(err); next != nil; next = errors.Unwrap(err) {
		err = next
	}
	return err
}

package configs

import (
	"encoding"
	"errors"
	"fmt"
	"maps"
	"net/netip"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"platen/domain"
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

// decodeInto puts one value into its field: a list, whose elements a text divides by commas, or what can be written as text.
func decodeInto(field reflect.Value, value any) error {
	elements, isList := value.([]any)
	if isList && field.Type() == reflect.TypeFor[domain.Standards]() { // whose text is a list with blanks between
		value = strings.Trim(fmt.Sprint(elements), "[]")
	}
	switch value.(type) {
	case bool:
		if kind := field.Kind(); kind == reflect.String || kind == reflect.Slice {
			return errors.New("true and false are no values of it")
		}
	case string, int, int64, uint64, float64:
	case nil:
		return errors.New("an element is empty: remove it, or write a value")
	default:
		if !isList || field.Kind() != reflect.Slice {
			return errors.New("it is a single value, or a list of such: write no list, section or date in its place")
		}
	}
	text := fmt.Sprint(value)
	if field.Kind() != reflect.Slice {
		return decodeText(field, text)
	}
	if !isList && text != "" {
		for element := range strings.SplitSeq(text, ",") {
			elements = append(elements, element)
		}
	}
	list := reflect.MakeSlice(field.Type(), len(elements), len(elements))
	for i, element := range elements {
		if err := decodeInto(list.Index(i), element); err != nil {
			return err
		}
	}
	field.Set(list)
	return nil
}

// decodeText reads a value that is written as text. It reads bare numbers too: 60 is a size, but neither a duration nor a length.
func decodeText(field reflect.Value, text string) (err error) {
	kind := ""
	switch target := field.Addr().Interface().(type) {
	case *time.Duration:
		if *target, err = time.ParseDuration(text); *target > 0 && *target < time.Millisecond {
			return fmt.Errorf("%s is shorter than 1ms, in which nothing can be done", text)
		}
		kind = "not a duration: write a number with a unit, as in 500ms, 10s or 1m30s"
	case *int:
		*target, err = strconv.Atoi(text)
		kind = "not a whole number"
	case *float64:
		*target, err = strconv.ParseFloat(text, 64)
		kind = "not a number"
	case *bool:
		*target, err = strconv.ParseBool(text)
		kind = "neither true nor false"
	case *netip.Prefix:
		*target, err = netip.ParsePrefix(text)
		kind = "not a CIDR: write one as in 10.0.0.0/8 or 192.0.2.7/32"
	case encoding.TextUnmarshaler:
		return target.UnmarshalText([]byte(text))
	default:
		field.SetString(text)
	}
	if err != nil {
		return fmt.Errorf("%q is %s", text, kind)
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

package configs

import (
	"encoding"
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/agnivade/levenshtein"
	"github.com/go-viper/mapstructure/v2"
	"github.com/knadh/koanf/parsers/yaml"
	"github.com/knadh/koanf/providers/env/v2"
	"github.com/knadh/koanf/providers/file"
	"github.com/knadh/koanf/v2"
)

// The environment: every key as prefix and the key in capitals, dots as underscores; and the file's name.
const (
	prefix       = "PLATEN_"
	fileVariable = "PLATEN_CONFIG"
)

// Load reads the file, where there is one, and the environment over it. An empty path means the file that
// PLATEN_CONFIG names, if any. Errors name the key or the variable, and hold no value of a secret.
func Load(path string, environ []string) (Config, error) {
	if path == "" {
		path = lookup(environ, fileVariable)
	}
	k := koanf.New(".")
	if path != "" {
		if err := loadFile(k, path); err != nil {
			return Config{}, err
		}
	}
	if err := loadEnvironment(k, environ); err != nil {
		return Config{}, err
	}
	config := Default()
	if err := decode(k, &config); err != nil {
		return Config{}, err
	}
	config.settle()
	return config, config.Validate()
}

func loadFile(k *koanf.Koanf, path string) error {
	if err := k.Load(file.Provider(path), yaml.Parser()); err != nil {
		if errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("there is no configuration file %s", path)
		}
		return fmt.Errorf("the configuration file %s: %w", path, err)
	}
	known := Keys()
	for _, key := range k.Keys() {
		switch {
		case slices.Contains(known, key):
			if k.Get(key) == nil {
				k.Delete(key) // a key without a value keeps its default
			}
		case k.Get(key) == nil && isSection(known, key):
			k.Delete(key)
		default:
			return fmt.Errorf("the configuration file %s: unknown key %q%s", path, key, suggest(key, known))
		}
	}
	return nil
}

func loadEnvironment(k *koanf.Koanf, environ []string) error {
	byVariable := map[string]string{}
	for _, key := range Keys() {
		byVariable[Variable(key)] = key
	}
	var unknown []string
	err := k.Load(env.Provider(".", env.Opt{
		Prefix:      prefix,
		EnvironFunc: func() []string { return environ },
		TransformFunc: func(name, value string) (string, any) {
			key, known := byVariable[name]
			if !known && name != fileVariable {
				unknown = append(unknown, name)
			}
			return key, value
		},
	}), nil)
	if err != nil {
		return fmt.Errorf("the environment: %w", err)
	}
	if len(unknown) > 0 {
		slices.Sort(unknown)
		variables := make([]string, 0, len(byVariable))
		for name := range byVariable {
			variables = append(variables, name)
		}
		return fmt.Errorf("the environment: unknown variable %s%s", unknown[0], suggest(unknown[0], variables))
	}
	return nil
}

// decode puts the values over the defaults. Everything in the environment is text, so texts that say a number
// or a truth value fit.
func decode(k *koanf.Koanf, config *Config) error {
	for _, key := range k.Keys() {
		decoder, err := mapstructure.NewDecoder(&mapstructure.DecoderConfig{
			Result:           field(reflect.ValueOf(config).Elem(), key).Addr().Interface(),
			WeaklyTypedInput: true,
			DecodeHook:       mapstructure.ComposeDecodeHookFunc(fromText, mapstructure.StringToSliceHookFunc(",")),
		})
		if err != nil {
			return err
		}
		if err := decoder.Decode(k.Get(key)); err != nil {
			return fmt.Errorf("%s: %w", key, innermost(err))
		}
	}
	return nil
}

// fromText reads what is written with a unit. A bare number goes the same way: 60 is a size, but no duration and
// no length.
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

// innermost drops what a decoder wraps around the one cause, which says nothing to a reader.
func innermost(err error) error {
	for next := errors.Unwrap(err); next != nil; next = errors.Unwrap(err) {
		err = next
	}
	return err
}

// field finds the field that a key is for.
func field(v reflect.Value, key string) reflect.Value {
	name, rest, nested := strings.Cut(key, ".")
	for i := range v.NumField() {
		if v.Type().Field(i).Tag.Get("koanf") == name {
			if nested {
				return field(v.Field(i), rest)
			}
			return v.Field(i)
		}
	}
	panic("configs: no field for the key " + key) // keys are checked against Keys before
}

// suggest gives the name that was likely meant, as the end of a message; nothing where none is near.
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
	return fmt.Sprintf("; is %s meant?", best)
}

// Variable is the name of a key in the environment.
func Variable(key string) string {
	return prefix + strings.ToUpper(strings.ReplaceAll(key, ".", "_"))
}

// Keys are all the keys there are, as in http.addr, in the order of Config.
func Keys() []string { return keysOf(reflect.TypeFor[Config](), "") }

func keysOf(t reflect.Type, under string) []string {
	var keys []string
	for i := range t.NumField() {
		field := t.Field(i)
		name := field.Tag.Get("koanf")
		switch {
		case name == "" || name == "-":
		case field.Type.Kind() == reflect.Struct:
			keys = append(keys, keysOf(field.Type, under+name+".")...)
		default:
			keys = append(keys, under+name)
		}
	}
	return keys
}

func isSection(known []string, key string) bool {
	return slices.ContainsFunc(known, func(k string) bool { return strings.HasPrefix(k, key+".") })
}

func lookup(environ []string, name string) string {
	for _, entry := range environ {
		if value, ok := strings.CutPrefix(entry, name+"="); ok {
			return value
		}
	}
	return ""
}

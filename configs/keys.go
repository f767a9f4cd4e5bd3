package configs

import (
	"bytes"
	"encoding"
	"fmt"
	"reflect"
	"regexp"
	"strings"

	"platen/adapters/engines"
)

// Variable is the name of a key in the environment.
func Variable(key string) string {
	return prefix + strings.ToUpper(strings.ReplaceAll(key, ".", "_"))
}

// Keys are all keys, as in http.addr: in the order of Config, the sections of engines last.
func Keys(registry engines.Registry) []string {
	keys := keysOf(reflect.TypeFor[Config](), "")
	for _, kind := range registry {
		keys = append(keys, keysOf(reflect.TypeOf(kind.NewConfig()).Elem(), kind.Name+".")...)
	}
	return keys
}

func keysOf(t reflect.Type, under string) []string {
	var keys []string
	for i := range t.NumField() {
		field := t.Field(i)
		name := field.Tag.Get("key")
		switch {
		case name == "" || name == "-":
		case field.Type.Kind() == reflect.Struct && !reflect.PointerTo(field.Type).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()):
			keys = append(keys, keysOf(field.Type, under+name+".")...)
		default:
			keys = append(keys, under+name)
		}
	}
	return keys
}

// field returns the field of a key, which is one of Keys.
func (c *Config) field(key string) reflect.Value {
	section, rest, _ := strings.Cut(key, ".")
	if engine, is := c.Engines[section]; is {
		return fieldOf(reflect.ValueOf(engine).Elem(), rest)
	}
	return fieldOf(reflect.ValueOf(c).Elem(), key)
}

func fieldOf(v reflect.Value, key string) reflect.Value {
	name, rest, nested := strings.Cut(key, ".")
	for i := range v.NumField() {
		if v.Type().Field(i).Tag.Get("key") == name {
			if nested {
				return fieldOf(v.Field(i), rest)
			}
			return v.Field(i)
		}
	}
	panic("configs: no field for the key " + key) // keys are checked against Keys before
}

// userinfo and query are the parts of an address that may hold a secret.
var (
	userinfo = regexp.MustCompile(`://[^/@\s]*@`)
	query    = regexp.MustCompile(`\?\S+`)
)

// WithoutSecrets lists all keys with their values, as in a file of settings. Keys, and what an address may hold of passwords, are left
// out.
func (c Config) WithoutSecrets() []byte {
	var list bytes.Buffer
	for _, key := range Keys(c.Registry) {
		value := fmt.Sprint(c.field(key).Interface())
		if key == "auth.keys" && value != "" {
			value = "(left out)"
		}
		value = query.ReplaceAllString(userinfo.ReplaceAllString(value, "://(left out)@"), "?(left out)")
		fmt.Fprintf(&list, "%s: %s\n", key, value)
	}
	return list.Bytes()
}

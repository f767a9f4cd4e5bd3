package configs

import (
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// engineName is what an engine may be called in comparisons: the name is a part of files' names.
var engineName = regexp.MustCompile(`^\w[\w.-]*$`)

// CutName takes the name off an engine's SPEC, [NAME=]ENGINE[,KEY=VALUE]…. Without a name, the first result is empty.
func CutName(spec string) (name, rest string, err error) {
	head, _, _ := strings.Cut(spec, ",")
	if !strings.Contains(head, "=") {
		return "", spec, nil
	}
	name, rest, _ = strings.Cut(spec, "=")
	if !engineName.MatchString(name) {
		return "", "", fmt.Errorf("%q is no name: write letters, digits, dots, hyphens and underscores", name)
	}
	return name, rest, nil
}

// WithEngine returns the configuration with another engine, or with other settings of the same one: ENGINE[,KEY=VALUE]…,
// where the keys are those of the engine's section. It has no shadow.
func (c Config) WithEngine(spec string) (Config, error) {
	engine, settings, _ := strings.Cut(spec, ",")
	kind, known := c.Registry.Find(engine)
	if !known {
		return Config{}, fmt.Errorf("%q is no engine: write one of %s", engine, strings.Join(c.Registry.Names(), ", "))
	}
	section := kind.NewConfig()
	reflect.ValueOf(section).Elem().Set(reflect.ValueOf(c.Engines[engine]).Elem())
	c.Engines = maps.Clone(c.Engines)
	c.Engine, c.Engines[engine], c.Shadow = engine, section, defaultShadow()
	keys := keysOf(reflect.TypeOf(section).Elem(), "")
	for setting := range strings.SplitSeq(settings, ",") {
		if settings == "" {
			break
		}
		key, value, has := strings.Cut(setting, "=")
		if !has {
			return Config{}, fmt.Errorf("%q is no setting: write KEY=VALUE, as in bin=/opt/new/engine", setting)
		}
		if !slices.Contains(keys, key) {
			return Config{}, fmt.Errorf("%s has no setting %q; it has %s", engine, key, strings.Join(keys, ", "))
		}
		if err := decodeInto(c.field(engine+"."+key), value); err != nil {
			return Config{}, fmt.Errorf("%s.%s: %w", engine, key, err)
		}
	}
	return c, c.Validate()
}

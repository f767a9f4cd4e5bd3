package configs_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// asWords are defaults that the contract describes and platen.yaml writes as a value.
var asWords = map[string]string{"number of CPUs": "0", "found on PATH": "", "that of the `weasyprint` command on PATH, else python3": ""}

// TestContractSettings: the settings of the contract's section 6 exist, and platen.yaml has the same defaults.
func TestContractSettings(t *testing.T) {
	contract, err := os.ReadFile("../adapters/httpapi/CONTRACT.md")
	require.NoError(t, err)
	_, section, _ := strings.Cut(string(contract), "\n## 6.")
	section, _, _ = strings.Cut(section, "\n## 7.")
	content, err := os.ReadFile("platen.yaml")
	require.NoError(t, err)
	var settings map[string]any
	require.NoError(t, yaml.Unmarshal(content, &settings))

	seen := 0
	for _, row := range regexp.MustCompile(`(?m)^\| ([a-z][^|]*) \|([^|]*)\|`).FindAllStringSubmatch(section, -1) {
		keys, defaults := strings.Split(row[1], ", "), []string{strings.TrimSpace(row[2])}
		if len(keys) > 1 {
			defaults = strings.Split(defaults[0], ", ")
		}
		for len(defaults) < len(keys) {
			defaults = append(defaults, defaults[0])
		}
		for i, key := range keys {
			if strings.HasPrefix(key, ".") {
				key = keys[0][:strings.LastIndex(keys[0], ".")] + key
			}
			require.Equal(t, plain(defaults[i]), plain(at(t, settings, key)), key)
			seen++
		}
	}
	require.Greater(t, seen, 35)
}

// at returns the value of a key in nested sections, as text.
func at(t *testing.T, settings any, key string) string {
	t.Helper()
	for part := range strings.SplitSeq(key, ".") {
		section, _ := settings.(map[string]any)
		require.Contains(t, section, part, key)
		settings = section[part]
	}
	if list, ok := settings.([]any); ok && len(list) == 0 {
		return ""
	}
	return fmt.Sprint(settings)
}

// plain writes equal values equally.
func plain(value string) string {
	value = strings.TrimSpace(strings.TrimSpace(strings.TrimPrefix(value, ",")))
	if number, ok := asWords[value]; ok {
		value = number
	}
	if duration, err := time.ParseDuration(value); err == nil {
		return duration.String()
	}
	return value
}

package configs_test

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"platen/adapters/metrics"
	"platen/domain"
	"platen/domain/comparison"
	"platen/ports"
	"platen/ports/machine"
)

const monitoring = "deploy/monitoring"

// exported are the names of a service's metrics after it has printed a document.
func exported(t *testing.T) map[string]bool {
	t.Helper()
	m := metrics.New(metrics.Config{})
	m.Watch(metrics.Sources{
		Engines: func() []ports.EngineStatus {
			return []ports.EngineStatus{{EngineInfo: ports.EngineInfo{Name: "chrome"}}}
		},
		Load: func() (int, int, int) { return 0, 0, 0 }, Keys: func() int { return 0 }, KeyFailures: func() int64 { return 0 }, NextExpiry: time.Now,
	})
	m.Answered(200, time.Second)
	m.Fetched(time.Second, true)
	document := domain.Document{Traffic: domain.Traffic{Failed: []domain.FailedResource{{Reason: "timed out"}}}}
	_, err := m.Generator(generatorOf(document), func(context.Context) string { return "chrome" }).Generate(t.Context(), domain.Request{})
	require.NoError(t, err)
	m.ShadowCompared(comparison.Identical)
	m.ShadowDropped("busy")
	names := map[string]bool{}
	for _, line := range regexp.MustCompile(`(?m)^(\w+)[{ ]`).FindAllStringSubmatch(string(m.Text()), -1) {
		names[line[1]] = true
	}
	return names
}

func generatorOf(document domain.Document) ports.Generator {
	return ports.GeneratorFunc(func(context.Context, domain.Request) (domain.Document, error) { return document, nil })
}

// requireMetrics checks that every metric in an expression exists.
func requireMetrics(t *testing.T, expression string, names map[string]bool) {
	t.Helper()
	used := regexp.MustCompile(`\b(?:platen|process|go)_\w+`).FindAllString(expression, -1)
	require.NotEmpty(t, used, expression)
	for _, name := range used {
		require.True(t, names[name], "%s in %s does not exist", name, expression)
	}
}

// TestAlerts runs promtool, whose test file shows that each rule fires, and that a quiet service fires none.
func TestAlerts(t *testing.T) {
	for _, arguments := range [][]string{{"check", "rules", "alerts.yaml"}, {"test", "rules", "alerts_test.yaml"}} {
		command := exec.Command(machine.Program(t, "promtool"), arguments...)
		command.Dir = monitoring
		said, err := command.CombinedOutput()
		require.NoError(t, err, "%s", said)
	}
	var file struct {
		Groups []struct {
			Rules []struct{ Alert, Expr string }
		}
	}
	content, err := os.ReadFile(filepath.Join(monitoring, "alerts.yaml"))
	require.NoError(t, err)
	require.NoError(t, yaml.Unmarshal(content, &file))
	tests, err := os.ReadFile(filepath.Join(monitoring, "alerts_test.yaml"))
	require.NoError(t, err)
	names := exported(t)
	for _, rule := range file.Groups[0].Rules {
		requireMetrics(t, rule.Expr, names)
		require.Contains(t, string(tests), `alertname="`+rule.Alert+`"`, "no test shows that it fires")
	}
}

// TestDashboard: every metric of the service that the dashboard names exists, and promtool can parse every expression.
func TestDashboard(t *testing.T) {
	content, err := os.ReadFile(filepath.Join(monitoring, "dashboard.json"))
	require.NoError(t, err)
	var dashboard struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	require.NoError(t, json.Unmarshal(content, &dashboard))
	require.NotEmpty(t, dashboard.Panels)
	names := exported(t)
	var rules strings.Builder
	rules.WriteString("groups:\n  - name: dashboard\n    rules:\n")
	for _, panel := range dashboard.Panels {
		for _, target := range panel.Targets {
			requireMetrics(t, target.Expr, names)
			expression := strings.NewReplacer("$__rate_interval", "5m", "$instance", ".*").Replace(target.Expr)
			rules.WriteString("      - record: panel\n        expr: '" + expression + "'\n")
		}
	}
	path := filepath.Join(t.TempDir(), "rules.yaml")
	require.NoError(t, os.WriteFile(path, []byte(rules.String()), 0o600))
	said, err := exec.Command(machine.Program(t, "promtool"), "check", "rules", "--lint=none", path).CombinedOutput()
	require.NoError(t, err, "%s", said)
}

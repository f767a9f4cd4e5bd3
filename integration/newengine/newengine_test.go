// Package newengine_test registers an engine of a few lines and uses it by configuration, by doctor and over HTTP. It
// checks that a new engine takes a folder and a line in the registry.
package newengine_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/engines"
	"platen/domain"
	"platen/integration/harness"
	"platen/ports"
	"platen/ports/pdfcheck"
)

func TestMain(m *testing.M) { harness.Main(m, stone) }

// stone is the engine. It prints one fixed page for any document.
var stone = engines.Kind{
	Name:      "stone",
	NewConfig: func() engines.Config { return &config{Mark: "a stone"} },
	Open: func(c engines.Config, _ engines.Setup) ports.Engine {
		return &engine{mark: c.(*config).Mark}
	},
}

// config is the engine's section of the configuration.
type config struct {
	Mark string `key:"mark"`
}

func (c *config) Validate() error             { return nil }
func (c *config) Program() (key, name string) { return "", "" }

type engine struct{ mark string }

func (e *engine) Start(context.Context) error { return nil }
func (e *engine) Ready() error                { return nil }
func (e *engine) Close() error                { return nil }
func (e *engine) Info() ports.EngineInfo      { return ports.EngineInfo{Name: "stone", Version: e.mark} }

func (e *engine) Render(context.Context, domain.PrintJob, ports.RenderOptions) (domain.PDF, error) {
	return domain.PDF{Content: page}, nil
}

// page is a PDF of one empty A4 page.
var page = []byte(strings.Join([]string{
	"%PDF-1.4",
	"1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj",
	"2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj",
	"3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 595.28 841.89]/Resources<<>>>> endobj",
	"xref", "0 4",
	"0000000000 65535 f ", "0000000009 00000 n ", "0000000054 00000 n ", "0000000105 00000 n ",
	"trailer <</Size 4/Root 1 0 R>>", "startxref", "190", "%%EOF", "",
}, "\n"))

func TestOverHTTP(t *testing.T) {
	service := harness.Start(t, "PLATEN_ENGINE=stone", "PLATEN_STONE_MARK=granite")
	answer := service.PDF(t, []byte(`{"html":"<p>Hello</p>"}`))
	require.Equal(t, "stone", answer.Header.Get("Platen-Engine"))
	require.Equal(t, "1", answer.Header.Get("Platen-Pages"))
	pdfcheck.In(t, answer.Body, pdfcheck.Whole(), pdfcheck.Pages(1))

	response, err := http.Get(service.Admin + "/version")
	require.NoError(t, err)
	defer response.Body.Close()
	var version struct {
		Engine struct{ Name, Version string }
	}
	require.NoError(t, json.NewDecoder(response.Body).Decode(&version))
	require.Equal(t, "stone", version.Engine.Name)
	require.Equal(t, "granite", version.Engine.Version)
}

func TestByConfiguration(t *testing.T) {
	for setting, message := range map[string]string{
		"PLATEN_ENGINE=stones":    strings.Join(engines.All().Names(), ", ") + ", stone",
		"PLATEN_STONE_MARKS=lime": "did you mean PLATEN_STONE_MARK?",
	} {
		out, err := run(t, "serve", setting)
		require.Error(t, err)
		require.Contains(t, out, message)
	}
}

func TestByDoctor(t *testing.T) {
	out, _ := run(t, "doctor", "PLATEN_ENGINE=stone", "PLATEN_STONE_MARK=granite", "PLATEN_AUTH_KEYS=tests="+harness.Key,
		"PLATEN_HTTP_ADDR=127.0.0.1:0", "PLATEN_ADMIN_ADDR=127.0.0.1:0", "TMPDIR="+t.TempDir())
	require.Regexp(t, `stone \(configured\) +- +granite .* ms +\d+ ms`, out)
}

func run(t *testing.T, command string, settings ...string) (string, error) {
	t.Helper()
	process := harness.Command(t, settings, command)
	var out bytes.Buffer
	process.Stdout, process.Stderr = &out, &out
	err := process.Run()
	return out.String(), err
}

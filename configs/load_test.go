package configs_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/adapters/chrome"
	"platen/adapters/engines"
	"platen/configs"
	"platen/domain"
)

// TestFileOfDefaults: every key is in platen.yaml, with its default and a comment.
func TestFileOfDefaults(t *testing.T) {
	config, err := load("platen.yaml", nil)
	require.NoError(t, err)
	want, err := load("", nil)
	require.NoError(t, err)
	require.Equal(t, want.Engines, config.Engines)
	want.Engines, config.Engines = nil, nil
	want.Registry, config.Registry = nil, nil                              // functions cannot be compared
	require.Equal(t, fmt.Sprintf("%+v", want), fmt.Sprintf("%+v", config)) // an empty list is no list

	content, err := os.ReadFile("platen.yaml")
	require.NoError(t, err)
	require.ElementsMatch(t, configs.Keys(engines.All()), keysIn(t, string(content)), "platen.yaml must have every key, and no other")
}

// keysIn reads the keys of a YAML file of two levels, and checks that each has a comment above it or behind it.
func keysIn(t *testing.T, content string) (keys []string) {
	section, commented := "", false
	for line := range strings.Lines(content) {
		trimmed := strings.TrimSpace(line)
		name, rest, isKey := strings.Cut(trimmed, ":")
		switch {
		case trimmed == "":
			commented = false
		case strings.HasPrefix(trimmed, "#"):
			commented = true
		case !isKey:
		case !strings.HasPrefix(line, " ") && strings.TrimSpace(rest) == "":
			section, commented = name, false
		default:
			if !strings.HasPrefix(line, " ") {
				section = ""
			}
			key := strings.TrimPrefix(section+"."+name, ".")
			require.True(t, commented || strings.Contains(rest, "#"), "%s has no comment in platen.yaml", key)
			keys = append(keys, key)
			commented = false
		}
	}
	return keys
}

func TestDefaults(t *testing.T) {
	c, err := load("", nil)
	require.NoError(t, err)
	// CONTRACT.md, section 6
	require.Equal(t, "chrome", c.Engine)
	require.Equal(t, ":8080", c.HTTP.Addr)
	require.Equal(t, 5242880*domain.Byte, c.HTTP.BodyLimit)
	require.Equal(t, "127.0.0.1:9090", c.Admin.Addr)
	require.Equal(t, []any{600, time.Minute, 60}, []any{c.RateLimit.Requests, c.RateLimit.Window, c.RateLimit.Burst})
	require.Equal(t, time.Minute, c.Render.Timeout)
	require.Equal(t, 64, c.Render.Queue)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(3)) // as in a container with a quota of three CPUs
	require.Equal(t, 3, c.Render.EffectiveConcurrency())
	require.Equal(t, []string{"10mm", "5mm", "3mm"}, []string{c.Page.Margin.String(), c.Page.Edge.String(), c.Page.Gap.String()})
	require.Equal(t, 2000, c.Render.MaxPages)
	require.Equal(t, 128*domain.MiB, c.Render.MaxPDF)
	require.Equal(t, 2*domain.GiB, chromeOf(c).MaxMemory)
	require.Equal(t, 10*time.Second, c.Egress.Timeout)
	require.Equal(t, 20*domain.MiB, c.Egress.MaxBytes)
	require.False(t, chromeOf(c).Tagged)
	require.EqualValues(t, "auto", chromeOf(c).Sandbox)
	require.EqualValues(t, "none", c.Template.Escape)
	require.EqualValues(t, "keep", c.Template.Missing)
}

func TestEnvironmentOverFile(t *testing.T) {
	path := write(t, "http:\n  body_limit: 1MiB\n  addr: 127.0.0.1:1\nrender:\n  timeout: 5s\negress:\n  allow: [10.0.0.0/8]\nchrome: {}\nshadow:\npdf:\n  standards: [ua-1, a-2b]\n")
	c, err := load("", []string{
		"PLATEN_CONFIG=" + path, "PLATEN_HTTP_BODY_LIMIT=2MiB", "PLATEN_RATE_LIMIT_REQUESTS=7", "PLATEN_CHROME_TAGGED=true",
		"PLATEN_EGRESS_ALLOW=192.168.0.0/16,example.com:8443", "PLATEN_PAGE_MARGIN=1in", "PLATEN_TEMPLATE_MISSING=error", "PATH=/bin",
	})
	require.NoError(t, err)
	require.Equal(t, 2*domain.MiB, c.HTTP.BodyLimit)
	require.Equal(t, "127.0.0.1:1", c.HTTP.Addr)
	require.Equal(t, 5*time.Second, c.Render.Timeout)
	require.Equal(t, 7, c.RateLimit.Requests)
	require.True(t, chromeOf(c).Tagged)
	require.Equal(t, []string{"192.168.0.0/16", "example.com:8443"}, c.Egress.Allow)
	require.Equal(t, "25.4mm", c.Page.Margin.String())
	require.EqualValues(t, "error", c.Template.Missing)
	require.EqualValues(t, "a-2b ua-1", c.PDF.Standards)
}

// TestUndeliveredFollowsLargestPDF: a larger render.max_pdf alone is a configuration that starts.
func TestUndeliveredFollowsLargestPDF(t *testing.T) {
	for largest, undelivered := range map[string]domain.ByteSize{"128MiB": 256 * domain.MiB, "1GiB": 2 * domain.GiB} {
		config, err := load("", []string{"PLATEN_RENDER_MAX_PDF=" + largest})
		require.NoError(t, err)
		require.Equal(t, undelivered, config.PublicListener().MaxUndelivered)
	}
	config, err := load("", []string{"PLATEN_HTTP_MAX_UNDELIVERED=300MiB"})
	require.NoError(t, err)
	require.Equal(t, 300*domain.MiB, config.PublicListener().MaxUndelivered)
}

// TestEveryKeyByEnvironment sets the variable of each key to an invalid value: the error must be about that key, not about an
// unknown variable.
func TestEveryKeyByEnvironment(t *testing.T) {
	for _, key := range configs.Keys(engines.All()) {
		_, err := load("", []string{configs.Variable(key) + "=\x01"})
		if err != nil {
			require.ErrorContains(t, err, key)
			require.NotContains(t, err.Error(), "unknown variable")
		}
	}
}

// TestOrigins: all faults of a configuration are reported, each with its place.
func TestOrigins(t *testing.T) {
	path := write(t, "# a comment\nhttp:\n  addr: here\n  body_limit: huge\nrender: 5\npage:\n  margin: 200mm\n  edge: 200mm\nhtpp:\n  addr: x\n")
	_, err := load(path, []string{"PLATEN_RENDER_QUEUE=-1", "PLATEN_RENDER_TIMEOUT=soon", "PLATEN_QUEUE=1", "PLATEN_HTTP_READ_TIMEOUT=0s", "PLATEN_CHROME_RECYCLE=0",
		"PLATEN_HTTP_TRUSTED_PROXIES=10.0.0.0/8,10.0.0.7"})
	require.Error(t, err)
	lines := strings.Split(err.Error(), "\n  ")
	require.Equal(t, "12 settings are wrong:", lines[0])
	require.ElementsMatch(t, []string{
		path + ":5: render is a section: write its keys below it, as in render.timeout",
		path + ":10: unknown key htpp.addr; did you mean http.addr?",
		path + `:4: http.body_limit: "huge" is not a size: write a number with a unit, as in 512KiB, 5MiB or 2GiB`,
		path + `:3: http.addr: "here" is not host:port, as in :8080 or 127.0.0.1:8080`,
		path + ":7: page.margin: 200mm is not between 0 and 100mm",
		path + ":8: page.edge: 200mm is not between 0 and 100mm",
		"the environment: unknown variable PLATEN_QUEUE",
		`PLATEN_RENDER_TIMEOUT: render.timeout: "soon" is not a duration: write a number with a unit, as in 500ms, 10s or 1m30s`,
		`PLATEN_HTTP_TRUSTED_PROXIES: http.trusted_proxies: "10.0.0.7" is not a CIDR: write one as in 10.0.0.0/8 or 192.0.2.7/32`,
		"PLATEN_RENDER_QUEUE: render.queue: -1 is negative",
		"PLATEN_CHROME_RECYCLE: chrome.recycle: 0 is not at least 1",
		"PLATEN_HTTP_READ_TIMEOUT: http.read_timeout: 0s is not longer than 0s; without a limit, a client could stay for ever",
	}, lines[1:])
}

// TestVariablesOfOthers: the variables of a Service whose name begins with platen, and of platen compare, are ignored.
func TestVariablesOfOthers(t *testing.T) {
	c, err := load("", []string{
		"PLATEN_PORT=tcp://10.0.0.1:8080", "PLATEN_PORT_8080_TCP=tcp://10.0.0.1:8080", "PLATEN_PORT_8080_TCP_PORT=8080",
		"PLATEN_SERVICE_HOST=10.0.0.1", "PLATEN_SERVICE_PORT=8080", "PLATEN_SERVICE_PORT_HTTP=8080",
		"PLATEN_REDIS_SERVICE_HOST=10.0.0.2", "PLATEN_REDIS_SERVICE_PORT=6379", "PLATEN_REDIS_SERVICE_PORT_REDIS=6379", "PLATEN_REDIS_PORT=tcp://10.0.0.2:6379",
		"PLATEN_REDIS_PORT_6379_TCP=tcp://10.0.0.2:6379", "PLATEN_REDIS_PORT_6379_TCP_PROTO=tcp", "PLATEN_REDIS_PORT_6379_TCP_PORT=6379",
		"PLATEN_REDIS_PORT_6379_TCP_ADDR=10.0.0.2", "PLATEN_EU_2_PORT_53_UDP_ADDR=10.0.0.3",
		"PLATEN_COMPARE_KEY=of platen compare",
	})
	require.NoError(t, err)
	require.Equal(t, ":8080", c.HTTP.Addr)
	for _, name := range []string{"PLATEN_PORTS", "PLATEN_SERVICE", "PLATEN_SERVICE_NAME", "PLATEN_REDIS_URL", "PLATEN_PORT_NUMBER", "PLATEN_REDIS_PORT_TCP"} {
		_, err := load("", []string{name + "=1"})
		require.ErrorContains(t, err, name)
	}
}

// TestWithoutSecrets: every key is there, and no secret.
func TestWithoutSecrets(t *testing.T) {
	c, err := load("", []string{
		"PLATEN_AUTH_KEYS=a=hunter2", "PLATEN_RATE_LIMIT_REDIS_URL=redis://me:hunter2@redis:6379/1", "PLATEN_EGRESS_UPSTREAM_PROXY=http://hunter2@proxy:3128",
		"PLATEN_CHROME_URL=http://127.0.0.1:9222?token=hunter2",
	})
	require.NoError(t, err)
	text := string(c.WithoutSecrets())
	require.NotContains(t, text, "hunter2")
	require.Contains(t, text, "\nauth.keys: (left out)\n")
	require.Contains(t, text, "\nrate_limit.redis_url: redis://(left out)@redis:6379/1\n")
	require.Contains(t, text, "\nrender.timeout: 1m0s\n")
	require.Len(t, strings.Split(strings.TrimSpace(text), "\n"), len(configs.Keys(engines.All())))
}

func TestRefused(t *testing.T) {
	for name, test := range map[string]struct {
		file    string
		environ []string
		message []string
	}{
		"unknown key":         {file: "htpp:\n  addr: x\n", message: []string{"htpp.addr", "http.addr"}},
		"unknown top key":     {file: "enigne: chrome\n", message: []string{"enigne", "engine"}},
		"unknown, empty":      {file: "nothing:\n", message: []string{"nothing"}},
		"key as section":      {file: "engine:\n  chrome: 1\n", message: []string{"engine.chrome", "a single value, not a section"}},
		"list in a list":      {file: "egress:\n  allow: [[10.0.0.0/8]]\n", message: []string{"egress.allow", "a single value"}},
		"truth in a list":     {file: "egress:\n  allow: true\n", message: []string{"egress.allow", "true and false"}},
		"truth as text":       {file: "chrome:\n  bin: true\n", message: []string{"chrome.bin", "true and false"}},
		"empty in a list":     {file: "egress:\n  allow: [~]\n", message: []string{"egress.allow", "empty"}},
		"date as value":       {file: "chrome:\n  bin: 2020-01-01\n", message: []string{"chrome.bin", "a single value"}},
		"section as value":    {file: "http: 1\n", message: []string{"http is a section", "as in http.addr"}},
		"one address for two": {environ: []string{"PLATEN_HTTP_ADDR=:9090"}, message: []string{"admin.addr", "127.0.0.1:9090", ":9090"}},
		"unknown variable":    {environ: []string{"PLATEN_HTTP_BODYLIMIT=1"}, message: []string{"PLATEN_HTTP_BODYLIMIT", "PLATEN_HTTP_BODY_LIMIT"}},
		"not YAML":            {file: "a: [", message: []string{"platen-test.yaml"}},
		"two documents":       {file: "engine: chrome\n---\nengine: firefox\n", message: []string{"platen-test.yaml", "second YAML document"}},
		"not a duration":      {file: "render:\n  timeout: soon\n", message: []string{"render.timeout", "soon"}},
		"not a number":        {file: "render:\n  queue: many\n", message: []string{"render.queue"}},
		"no number at all":    {environ: []string{"PLATEN_RATE_LIMIT_REQUESTS="}, message: []string{"rate_limit.requests", "whole number"}},
		"half a number":       {file: "rate_limit:\n  requests: 0.5\n", message: []string{"rate_limit.requests", "0.5"}},
		"truth for a number":  {file: "rate_limit:\n  requests: true\n", message: []string{"rate_limit.requests", "true"}},
		"number for truth":    {file: "chrome:\n  tagged: 2\n", message: []string{"chrome.tagged", "2"}},
		"not a size":          {environ: []string{"PLATEN_HTTP_BODY_LIMIT=huge"}, message: []string{"http.body_limit", "huge", "5MiB"}},
		"not a length":        {file: "page:\n  margin: 3\n", message: []string{"page.margin"}},
		"a tiny duration":     {file: "render:\n  timeout: 999us\n", message: []string{"render.timeout", "shorter than 1ms"}},
		"a bare duration":     {file: "render:\n  timeout: 60\n", message: []string{"render.timeout", "60", "10s"}},
		"not a truth value":   {file: "chrome:\n  tagged: perhaps\n", message: []string{"chrome.tagged"}},
		"no such engine":      {file: "engine: firefox\n", message: []string{"engine", "firefox", "chrome", "wkhtmltopdf"}},
		"negative queue":      {file: "render:\n  queue: -1\n", message: []string{"render.queue"}},
		"no time at all":      {file: "render:\n  timeout: 0s\n", message: []string{"render.timeout"}},
		"no room to deliver":  {environ: []string{"PLATEN_HTTP_MAX_UNDELIVERED=1MiB"}, message: []string{"http.max_undelivered", "render.max_pdf"}},
		"bad sandbox":         {file: "chrome:\n  sandbox: maybe\n", message: []string{"chrome.sandbox", "maybe"}},
		"bad escape":          {file: "template:\n  escape: json\n", message: []string{"template.escape", "json"}},
		"bad log level":       {file: "log:\n  level: loud\n", message: []string{"log.level", "loud"}},
		"list for a scalar":   {file: "engine: [chrome]\n", message: []string{"engine"}},
		"no such standard":    {file: "pdf:\n  standards: pdf/a\n", message: []string{"pdf.standards", "pdf/a", "ua-1"}},
		"a list of archives":  {file: "pdf:\n  standards: [a-2b, a-3b]\n", message: []string{"pdf.standards", "not both"}},
		"two archives":        {environ: []string{"PLATEN_PDF_STANDARDS=a-2b a-3b"}, message: []string{"pdf.standards", "not both"}},
		"engine without it":   {file: "engine: wkhtmltopdf\npdf:\n  standards: ua-1\n", message: []string{"pdf.standards", "wkhtmltopdf cannot make ua-1"}},
		"missing file":        {environ: []string{"PLATEN_CONFIG=/nowhere/platen.yaml"}, message: []string{"/nowhere/platen.yaml"}},
		"secret not repeated": {file: "auth:\n  keys: {name: hunter2}\n", message: []string{"auth.keys"}},
	} {
		t.Run(name, func(t *testing.T) {
			path := ""
			if test.file != "" {
				path = write(t, test.file)
			}
			_, err := load(path, test.environ)
			require.Error(t, err)
			for _, part := range test.message {
				require.ErrorContains(t, err, part)
			}
			require.NotContains(t, err.Error(), "hunter2")
			require.NotContains(t, err.Error(), "\n", "one line is enough")
		})
	}
}

func chromeOf(c configs.Config) *chrome.Config { return c.Engines["chrome"].(*chrome.Config) }

func load(path string, environ []string) (configs.Config, error) {
	return configs.Load(engines.All(), path, environ)
}

func write(t *testing.T, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "platen-test.yaml")
	require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
	return path
}

func FuzzLoad(f *testing.F) {
	f.Add("http:\n  addr: :1\n", "PLATEN_HTTP_ADDR=:2")
	f.Add("a: &a [*a]", "PLATEN_=")
	f.Fuzz(func(t *testing.T, content, variable string) {
		_, _ = load(write(t, content), []string{variable}) // an error, or none: never a panic
	})
}

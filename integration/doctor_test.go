package integration_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/engines"
	"platen/integration/harness"
)

func TestDoctor(t *testing.T) {
	t.Parallel()
	needEngines(t)
	out, err := doctor(t, "PLATEN_AUTH_KEYS=tests="+harness.Key)
	require.NoError(t, err, out)
	for _, part := range []string{"keys", "1 valid", "http.addr", "temporary folder", "free", "memory", "chrome (configured)", "Chrome/", "wkhtmltopdf", "qt)", "Latin", "CJK", "emoji", "ms"} {
		require.Contains(t, out, part)
	}
	var advice []string
	if os.Geteuid() == 0 {
		advice = []string{"! root runs this"}
	}
	require.Equal(t, advice, regexp.MustCompile(`(?m)^! .{14}`).FindAllString(out, -1))
}

// TestDoctorJSON: the same as JSON, with progress on standard error.
func TestDoctorJSON(t *testing.T) {
	t.Parallel()
	needEngines(t)
	command := harness.Command(t, append(harness.Settings(t.TempDir()), "PLATEN_HTTP_ADDR=127.0.0.1:0", "PLATEN_ADMIN_ADDR=", "PLATEN_WKHTMLTOPDF_BIN=no-such-program"), "doctor", "--json")
	var said bytes.Buffer
	command.Stderr = &said
	out, err := command.Output()
	require.NoError(t, err, "%s", &said)
	require.Regexp(t, `(?s)checking limits.*checking fonts.*trying chrome.*trying wkhtmltopdf`, said.String())
	var found struct {
		OK             bool
		Problem        string
		Engines, Parts []struct {
			Name, Problem, Version string
			Configured, Fatal      bool
		}
	}
	require.NoError(t, json.Unmarshal(out, &found))
	require.True(t, found.OK)
	require.Empty(t, found.Problem)
	require.True(t, found.Engines[0].Configured)
	require.Contains(t, found.Engines[0].Version, "Chrome/")
	require.Contains(t, found.Engines[1].Problem, "no-such-program")
	require.Equal(t, "user", found.Parts[0].Name)
}

// TestSupportBundle: the archive has what helps, and no secret.
func TestSupportBundle(t *testing.T) {
	t.Parallel()
	needEngines(t)
	s := harness.Start(t, quick)
	environment := append(harness.Settings(t.TempDir()), quick, "PLATEN_ADMIN_ADDR="+strings.TrimPrefix(s.Admin, "http://"),
		"PLATEN_RATE_LIMIT_REDIS_URL=redis://:hunter2@127.0.0.1:1")
	path := filepath.Join(t.TempDir(), "support.tar.gz")
	command := harness.Command(t, environment, "support-bundle", "--out", path, "--log", "-")
	command.Stdin = strings.NewReader("the first line\n" + strings.Repeat("line\n", 4999) + "the last line\n")
	out, err := command.Output()
	require.NoError(t, err)
	require.Equal(t, path+"\n", string(out))
	written, err := os.ReadFile(path)
	require.NoError(t, err)
	unpacked, err := gzip.NewReader(bytes.NewReader(written))
	require.NoError(t, err)
	files := map[string]string{}
	for archive := tar.NewReader(unpacked); ; {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		content, err := io.ReadAll(archive)
		require.NoError(t, err)
		require.NotContains(t, string(content), "hunter2")
		require.NotContains(t, string(content), harness.Key)
		files[strings.TrimPrefix(header.Name, "platen-support/")] = string(content)
	}
	require.Contains(t, files["doctor.json"], `"name": "wkhtmltopdf"`)
	require.Contains(t, files["settings.yaml"], "redis://(left out)@127.0.0.1:1")
	require.Contains(t, files["versions.txt"], "Linux version")
	require.Contains(t, files["metrics.txt"], "platen_build_info")
	require.Contains(t, files["readyz.json"], `"ready":true`)
	require.NotContains(t, files["log.jsonl"], "the first line")
	require.True(t, strings.HasSuffix(files["log.jsonl"], "the last line\n"))
}

// TestDoctorWithoutFonts: without a Latin font no page can be read. The other checks are still reported.
func TestDoctorWithoutFonts(t *testing.T) {
	t.Parallel()
	needEngines(t)
	fonts := filepath.Join(t.TempDir(), "fonts.conf")
	require.NoError(t, os.WriteFile(fonts, []byte("<fontconfig></fontconfig>"), 0o600))
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer taken.Close()
	out, err := doctor(t, "FONTCONFIG_FILE="+fonts, "PLATEN_HTTP_ADDR="+taken.Addr().String())
	var exit *exec.ExitError
	require.ErrorAs(t, err, &exit, out)
	require.Equal(t, 1, exit.ExitCode())
	for _, part := range []string{"! fonts: no font for Latin: pages come out blank", "! there is no API key", "! http.addr: ", "address already in use", "pages come out blank"} {
		require.Contains(t, out, part)
	}
}

// noChrome is the setting with which Chrome is not installed.
const noChrome = "PLATEN_CHROME_BIN=no-such-program"

func TestDoctorRemedies(t *testing.T) {
	t.Parallel()
	needEngines(t)
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer taken.Close()
	for name, test := range map[string]struct {
		settings []string
		fails    bool
		parts    []string
	}{
		"the configured engine is missing":            {[]string{"PLATEN_CHROME_BIN=no-such-browser"}, true, []string{"! chrome: chrome.bin", "no-such-browser"}},
		"another engine is missing":                   {[]string{"PLATEN_WKHTMLTOPDF_BIN=no-such-program"}, false, []string{"! wkhtmltopdf: wkhtmltopdf.bin"}},
		"nothing is installed":                        {[]string{"PATH=" + t.TempDir(), "PLATEN_WEASYPRINT_PYTHON="}, true, []string{"apt-get install chromium-headless-shell", "apt-get install wkhtmltopdf", "fontconfig"}},
		"the other engine is configured, and missing": {[]string{"PLATEN_ENGINE=wkhtmltopdf", "PLATEN_WKHTMLTOPDF_BIN=no-such-program"}, true, []string{"wkhtmltopdf (configured)", "! wkhtmltopdf: wkhtmltopdf.bin"}},
		"a key's engine is missing": {[]string{"PLATEN_WKHTMLTOPDF_BIN=no-such-program", "PLATEN_AUTH_KEYS_FILE=" + file(t, "keys.yaml",
			strings.Replace("- "+entry("a", "key-of-a"), "}", ", engine: wkhtmltopdf}", 1))}, true, []string{"wkhtmltopdf (of keys)", "wkhtmltopdf, which keys name"}},
		"a key's engine cannot make its standard": {[]string{quick, noChrome, "PLATEN_AUTH_KEYS_FILE=" + file(t, "keys.yaml",
			strings.Replace("- "+entry("a", "key-of-a"), "}", ", engine: wkhtmltopdf, standards: ua-1}", 1))}, true, []string{
			"! auth.keys_file: line 1: standards: the engine wkhtmltopdf cannot make ua-1", "the service does not start: see keys"}},
		"another program":      {[]string{quick, noChrome, "PLATEN_WKHTMLTOPDF_BIN=true"}, true, []string{"is another program", "Debian package wkhtmltopdf"}},
		"no Python":            {[]string{noChrome, "PLATEN_ENGINE=weasyprint", "PLATEN_WEASYPRINT_PYTHON=/bin/true"}, true, []string{"! weasyprint: start weasyprint: /bin/true: "}},
		"a port that is taken": {[]string{quick, noChrome, "PLATEN_ADMIN_ADDR=" + taken.Addr().String()}, true, []string{"! admin.addr: ", "address already in use", "does not start: see admin.addr"}},
		"all at once": {[]string{"PLATEN_HTTP_ADDR=192.0.2.1:8080", "PLATEN_SHADOW_ENGINE=wkhtmltopdf", "PLATEN_SHADOW_DIR=/proc/shadow",
			"PLATEN_AUTH_KEYS_FILE=/no/such/file"}, true, []string{"! http.addr: ", "this machine does not have that address",
			"! shadow.dir: mkdir /proc/shadow", "! auth.keys_file: ", "does not start: see keys, http.addr, shadow.dir"}},
		"no receiver of traces":  {[]string{quick, noChrome, "OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:1"}, false, []string{"! traces: ", "connection refused", "start the receiver"}},
		"no keys":                {[]string{quick, noChrome, "PLATEN_AUTH_KEYS="}, true, []string{"! there is no API key", "the service does not start: see keys"}},
		"a browser that is none": {[]string{"PLATEN_CHROME_BIN=" + notABrowser(t)}, true, []string{"! chrome:", "does not answer"}},
	} {
		t.Run(name, func(t *testing.T) {
			out, err := doctor(t, slices.Concat(only("chrome", "wkhtmltopdf"), []string{"PLATEN_AUTH_KEYS=tests=" + harness.Key}, test.settings)...)
			for _, part := range test.parts {
				require.Contains(t, out, part)
			}
			said := regexp.MustCompile(`(?m)^! .*$`).FindAllString(out, -1)
			require.Len(t, slices.Compact(slices.Sorted(slices.Values(said))), len(said), "each problem is told once: %s", out)
			if !test.fails {
				require.NoError(t, err)
				return
			}
			var exit *exec.ExitError
			require.ErrorAs(t, err, &exit)
			require.Equal(t, 1, exit.ExitCode())
		})
	}
}

// only are the settings with which no engine is installed but these. Doctor tries each that is, which takes longer than all that it checks
// besides: tests leave out those of which they say nothing.
func only(names ...string) (settings []string) {
	for _, kind := range engines.All() {
		if !slices.Contains(names, kind.Name) {
			key, _ := kind.NewConfig().Program()
			settings = append(settings, strings.ToUpper("PLATEN_"+kind.Name+"_"+key)+"=no-such-program")
		}
	}
	return settings
}

// doctor runs the command and gives its output.
func doctor(t *testing.T, settings ...string) (string, error) {
	t.Helper()
	command := harness.Command(t, append([]string{
		"TMPDIR=" + t.TempDir(), "PLATEN_HTTP_ADDR=127.0.0.1:0", "PLATEN_ADMIN_ADDR=127.0.0.1:0", // others may use the default ports
	}, settings...), "doctor")
	var out bytes.Buffer
	command.Stdout, command.Stderr = &out, &out
	err := command.Run()
	return out.String(), err
}

// notABrowser is a program that is not a browser.
func notABrowser(t *testing.T) string {
	path := filepath.Join(t.TempDir(), "browser")
	require.NoError(t, os.WriteFile(path, []byte("#!/bin/sh\necho I am no browser >&2\n"), 0o700))
	return path
}

package integration_test

import (
	"bytes"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/integration/harness"
)

func TestDoctor(t *testing.T) {
	t.Parallel()
	needEngines(t)
	out, err := doctor(t, "PLATEN_AUTH_KEYS=tests="+harness.Key, "PLATEN_HTTP_ADDR=127.0.0.1:0", "PLATEN_ADMIN_ADDR=127.0.0.1:0")
	require.NoError(t, err, out)
	for _, part := range []string{"keys", "1 valid", "http.addr", "temporary folder", "free", "memory", "chrome (configured)", "Chrome/", "wkhtmltopdf", "qt)", "Latin", "CJK", "emoji", "ms"} {
		require.Contains(t, out, part)
	}
	require.NotContains(t, out, "!")
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
	out, err := doctor(t, "FONTCONFIG_FILE="+fonts, "PLATEN_HTTP_ADDR="+taken.Addr().String(), "PLATEN_ADMIN_ADDR=")
	var exit *exec.ExitError
	require.ErrorAs(t, err, &exit, out)
	require.Equal(t, 1, exit.ExitCode())
	for _, part := range []string{"! fonts: no font for Latin: pages come out blank", "! there is no API key", "! http.addr: ", "address already in use", "pages come out blank"} {
		require.Contains(t, out, part)
	}
}

func TestDoctorRemedies(t *testing.T) {
	t.Parallel()
	needEngines(t)
	for name, test := range map[string]struct {
		settings []string
		fails    bool
		parts    []string
	}{
		"the configured engine is missing":            {[]string{"PLATEN_CHROME_BIN=no-such-browser"}, true, []string{"! chrome: chrome.bin", "no-such-browser"}},
		"another engine is missing":                   {[]string{"PLATEN_WKHTMLTOPDF_BIN=no-such-program"}, false, []string{"! wkhtmltopdf: wkhtmltopdf.bin"}},
		"nothing is installed":                        {[]string{"PATH=" + t.TempDir()}, true, []string{"apt-get install chromium-headless-shell", "apt-get install wkhtmltopdf", "fontconfig"}},
		"the other engine is configured, and missing": {[]string{"PLATEN_ENGINE=wkhtmltopdf", "PLATEN_WKHTMLTOPDF_BIN=no-such-program"}, true, []string{"wkhtmltopdf (configured)", "! wkhtmltopdf: wkhtmltopdf.bin"}},
		"another program":                             {[]string{"PLATEN_ENGINE=wkhtmltopdf", "PLATEN_WKHTMLTOPDF_BIN=true"}, true, []string{"is another program", "Debian package wkhtmltopdf"}},
		"no keys":                                     {[]string{"PLATEN_AUTH_KEYS="}, true, []string{"! there is no API key", "the service does not start: see keys"}},
		"keys that cannot be read":                    {[]string{"PLATEN_AUTH_KEYS_FILE=/no/such/file"}, true, []string{"! auth.keys_file: ", "the service does not start: see keys"}},
		"a browser that is none":                      {[]string{"PLATEN_CHROME_BIN=" + notABrowser(t)}, true, []string{"! chrome:", "does not answer"}},
	} {
		t.Run(name, func(t *testing.T) {
			out, err := doctor(t, append([]string{"PLATEN_AUTH_KEYS=tests=" + harness.Key}, test.settings...)...)
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

// doctor runs the command and gives its output.
func doctor(t *testing.T, settings ...string) (string, error) {
	t.Helper()
	command := harness.Command(t, append([]string{"TMPDIR=" + t.TempDir()}, settings...), "doctor")
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

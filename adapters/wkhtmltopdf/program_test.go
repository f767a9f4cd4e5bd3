package wkhtmltopdf_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"

	"platen/adapters/wkhtmltopdf"
	"platen/domain"
	"platen/ports/machine"
	"platen/ports/rendertest"
)

// program stands in front of wkhtmltopdf: a script that does something first. $record is a folder of its own.
type program struct{ path, record string }

// newProgram makes a program that runs the lines, notes its process number, and becomes wkhtmltopdf. Call it before t.Parallel: a fork of
// another test meanwhile would make the script busy.
func newProgram(t testing.TB, lines string) program {
	t.Helper()
	p := program{path: filepath.Join(t.TempDir(), "wkhtmltopdf"), record: t.TempDir()}
	script := fmt.Sprintf("#!/bin/sh\nrecord='%s'\n[ \"$1\" = --version ] && exec wkhtmltopdf --version\n%s\necho $$ >>\"$record/pids\"\nexec wkhtmltopdf \"$@\"\n",
		p.record, lines)
	require.NoError(t, os.WriteFile(p.path, []byte(script), 0o700))
	return p
}

// brokenProgram makes a program of the lines alone.
func brokenProgram(t testing.TB, lines string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "wkhtmltopdf")
	require.NoError(t, os.WriteFile(path, []byte("#!/bin/sh\n"+lines+"\n"), 0o700))
	return path
}

func (p program) config(processes int) settings {
	cfg := with(processes)
	cfg.Bin = p.path
	return cfg
}

func (p program) start(t testing.TB, processes int) *wkhtmltopdf.Engine {
	t.Helper()
	return startWith(t, p.config(processes), zap.NewNop())
}

// pids are the numbers of all processes that were started, in order.
func (p program) pids(t testing.TB) (pids []int) {
	t.Helper()
	content, err := os.ReadFile(p.record + "/pids")
	require.NoError(t, err)
	for _, line := range strings.Fields(string(content)) {
		pid, err := strconv.Atoi(line)
		require.NoError(t, err)
		pids = append(pids, pid)
	}
	return pids
}

func TestConfigIsValidated(t *testing.T) {
	require.NoError(t, wkhtmltopdf.DefaultConfig().Validate())
	for key, spoil := range map[string]func(*wkhtmltopdf.Config){
		"wkhtmltopdf.recycle":            func(c *wkhtmltopdf.Config) { c.Recycle = 0 },
		"wkhtmltopdf.max_memory: -1B":    func(c *wkhtmltopdf.Config) { c.MaxMemory = -1 },
		"wkhtmltopdf.max_memory: 127MiB": func(c *wkhtmltopdf.Config) { c.MaxMemory = 127 * domain.MiB },
	} {
		cfg := with(1)
		spoil(&cfg.Config)
		require.ErrorContains(t, cfg.Validate(), key)
		require.ErrorContains(t, cfg.open(rendertest.OpenEgress(t), zap.NewNop()).Start(t.Context()), key)
	}
}

func TestFind(t *testing.T) {
	path, version, err := wkhtmltopdf.DefaultConfig().Find(t.Context())
	machine.Started(t, err)
	require.NoError(t, err)
	require.True(t, filepath.IsAbs(path), path)
	require.Regexp(t, `^\d+\.\d+\.\d+.* \(unpatched qt\)$`, version)
}

// What is wrong with the machine is said at the start, with what to do about it.
func TestStartSaysWhatIsMissing(t *testing.T) {
	machine.Program(t, "wkhtmltopdf")
	tests := []struct {
		name string
		bin  func(*testing.T) string
		want []string
	}{
		{"nothing on PATH", func(t *testing.T) string { t.Setenv("PATH", t.TempDir()); return "" },
			[]string{"Debian package wkhtmltopdf", "wkhtmltopdf.bin"}},
		{"nothing by that name", func(*testing.T) string { return "/nowhere/wkhtmltopdf" },
			[]string{"wkhtmltopdf.bin", "/nowhere/wkhtmltopdf"}},
		{"another program", func(*testing.T) string { return "true" }, []string{"is another program", "--version answers", "Debian package wkhtmltopdf"}},
		{"a library is missing", func(t *testing.T) string { return brokenProgram(t, "echo no libQt5WebKit.so.5 >&2; exit 127") },
			[]string{"exit status 127", "no libQt5WebKit.so.5", "Debian package wkhtmltopdf"}},
		{"no fonts", func(t *testing.T) string {
			return newProgram(t, `echo '<fontconfig/>' >"$record/fonts.conf"; export FONTCONFIG_FILE="$record/fonts.conf"`).path
		}, []string{"no font", "fonts-liberation"}},
		{"another scale", func(t *testing.T) string { return newProgram(t, "export QT_FONT_DPI=96").path },
			[]string{"100 mm", "Debian"}},
		{"patched", func(t *testing.T) string {
			return brokenProgram(t, `[ "$1" = --version ] && { echo "wkhtmltopdf 0.12.6.1 (with patched qt)"; exit; }; QT_FONT_DPI=96 exec wkhtmltopdf "$@"`)
		}, []string{"version 0.12.6.1 (with patched qt):", "100 mm", "unpatched Qt 5"}},
		{"ends at once", func(t *testing.T) string { return newProgram(t, "exit 3").path }, []string{"test page"}},
		{"crashes", func(t *testing.T) string { return newProgram(t, "kill -SEGV $$").path }, []string{"test page", "segmentation fault"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			cfg := with(2)
			cfg.Bin = tt.bin(t)
			engine := cfg.open(rendertest.OpenEgress(t), zap.NewNop())
			err := engine.Start(t.Context())
			for _, part := range tt.want {
				require.ErrorContains(t, err, part)
			}
			require.NotContains(t, err.Error(), "\n", "said once, however many processes fail")
			require.NotContains(t, err.Error(), "could not be rendered", "nobody has sent a document")
			require.NoError(t, engine.Close())
		})
	}
}

func TestStartEndsWithItsContext(t *testing.T) {
	p := newProgram(t, `sleep 1000 & wait`)
	engine := p.config(1).open(rendertest.OpenEgress(t), zap.NewNop())
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	require.ErrorIs(t, engine.Start(ctx), context.DeadlineExceeded)
	require.NoError(t, engine.Close())
}

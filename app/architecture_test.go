package app_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// layer is a row of the import table in CONTRIBUTING.md: the packages below a folder, and what they may import.
type layer struct {
	folder string
	// ours are the packages of this module that may be imported, "x/..." for x and all below; itself is always allowed.
	ours []string
	// foreign are the modules beyond the standard library; anyModule: all but fx.
	foreign   []string
	anyModule bool
}

// readLayers reads the table.
func readLayers(t *testing.T) (layers []layer) {
	page, err := os.ReadFile("../CONTRIBUTING.md")
	require.NoError(t, err)
	_, table, found := strings.Cut(string(page), "| May import |\n|---|---|---|\n")
	require.True(t, found)
	table, _, _ = strings.Cut(table, "\n\n")
	quoted := regexp.MustCompile("`([^`]+)`")
	for row := range strings.Lines(table) {
		cells := strings.Split(row, "|")
		l := layer{folder: strings.Trim(cells[1], " `"), anyModule: strings.Contains(cells[3], "any module")}
		for _, name := range quoted.FindAllStringSubmatch(cells[3], -1) {
			if first, _, _ := strings.Cut(name[1], "/"); strings.Contains(first, ".") {
				l.foreign = append(l.foreign, name[1])
			} else {
				l.ours = append(l.ours, name[1])
			}
		}
		layers = append(layers, l)
	}
	// The longest folder comes first.
	slices.SortFunc(layers, func(a, b layer) int { return len(b.folder) - len(a.folder) })
	return layers
}

// TestLayers enforces the import table of CONTRIBUTING.md, for tests too, except for test libraries.
func TestLayers(t *testing.T) {
	root := ".."
	layers := readLayers(t)
	checked := 0
	err := filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(file, ".go") {
			return err
		}
		name, err := filepath.Rel(root, file)
		require.NoError(t, err)
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		require.NoError(t, err)
		folder := path.Dir(filepath.ToSlash(name))
		l := layerOf(t, layers, folder)
		for _, spec := range parsed.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			require.NoError(t, err)
			if !l.allows(folder, imported, strings.HasSuffix(name, "_test.go")) {
				t.Errorf("%s imports %s: %s must not; see the import table in CONTRIBUTING.md", name, imported, l.folder)
			}
		}
		checked++
		return nil
	})
	require.NoError(t, err)
	require.Greater(t, checked, 50, "the walk found hardly any file")
}

func layerOf(t *testing.T, layers []layer, folder string) layer {
	for _, l := range layers {
		if folder == l.folder || strings.HasPrefix(folder, l.folder+"/") {
			return l
		}
	}
	t.Fatalf("%s belongs to no layer of the table in CONTRIBUTING.md", folder)
	return layer{}
}

func (l layer) allows(folder, imported string, test bool) bool {
	if ours, is := strings.CutPrefix(imported, "platen/"); is {
		// An adapter may have packages of its own below its folder.
		below := l.folder == "adapters" && strings.HasPrefix(ours, folder+"/")
		return ours == folder || below || matches(l.ours, ours)
	}
	standard := !strings.Contains(strings.SplitN(imported, "/", 2)[0], ".")
	fx := strings.HasPrefix(imported, "go.uber.org/fx") || strings.HasPrefix(imported, "go.uber.org/dig")
	switch {
	case standard:
		return true
	case fx:
		return folder == "app"
	case test || l.anyModule:
		return true
	}
	for _, module := range l.foreign {
		if imported == module || strings.HasPrefix(imported, module+"/") {
			return true
		}
	}
	return false
}

func matches(patterns []string, name string) bool {
	for _, p := range patterns {
		prefix, below := strings.CutSuffix(p, "/...")
		if name == p || below && (name == prefix || strings.HasPrefix(name, prefix+"/")) {
			return true
		}
	}
	return false
}

// TestTable checks that the rules can fail.
func TestTable(t *testing.T) {
	layers := readLayers(t)
	for _, bad := range []struct{ folder, imported string }{
		{"domain", "platen/ports"},
		{"domain", "platen/domain/template"},
		{"domain", "go.uber.org/zap"},
		{"domain/template", "platen/ports"},
		{"domain/page", "platen/domain/htmldoc"},
		{"domain/stylesheet", "platen/domain/page"},
		{"domain/htmldoc", "platen/domain/headerfooter"},
		{"ports", "github.com/go-rod/rod"},
		{"adapters/chrome", "platen/adapters/egress"},
		{"adapters/chrome", "platen/adapters/wkhtmltopdf/polyfill"},
		{"adapters/chrome", "platen/configs"},
		{"adapters/chrome", "go.uber.org/fx"},
		{"configs", "platen/app"},
		{"app/generate", "platen/adapters/chrome"},
		{"app/generate", "go.uber.org/fx"},
		{"app/cmd/platen", "go.uber.org/fx"},
		{"app", "platen/integration"},
	} {
		l := layerOf(t, layers, bad.folder)
		require.False(t, l.allows(bad.folder, bad.imported, false), "%s may import %s", bad.folder, bad.imported)
	}
}

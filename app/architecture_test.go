package app_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
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
	// foreign are the modules beyond the standard library; nil means any but fx.
	foreign []string
}

// layers are searched from the top: the first row that matches a folder applies.
var layers = []layer{
	{"domain/internal", nil, []string{}},
	{"domain/template", []string{"domain", "domain/internal/jsonscan"}, []string{}},
	{"domain/csstoken", []string{"domain/internal/cssescape"}, []string{"github.com/tdewolff/parse/v2"}},
	{"domain/stylesheet", []string{"domain", "domain/csstoken", "domain/internal/cssescape"}, []string{"github.com/tdewolff/parse/v2"}},
	{"domain/page", []string{"domain", "domain/csstoken", "domain/stylesheet"}, []string{"golang.org/x/net/html", "github.com/tdewolff/parse/v2"}},
	{"domain/htmldoc", []string{"domain", "domain/csstoken", "domain/internal/cssescape", "domain/stylesheet"}, []string{"golang.org/x/net/html", "github.com/tdewolff/parse/v2"}},
	{"domain/headerfooter", []string{"domain", "domain/csstoken", "domain/htmldoc", "domain/internal/cssescape"}, []string{"golang.org/x/net/html", "github.com/tdewolff/parse/v2"}},
	{"domain/comparison", nil, []string{}},
	{"domain", []string{"domain/internal/jsonscan"}, []string{}},
	{"ports/machine", nil, []string{"github.com/prometheus/procfs"}},
	{"ports/rendertest", []string{"domain", "ports", "ports/machine", "ports/pdfcheck"}, nil},
	{"ports/pdfcheck", []string{"domain", "ports", "ports/machine", "ports/pdfcheck/..."}, nil},
	{"ports/limittest", []string{"domain", "ports", "ports/machine"}, nil},
	{"ports", []string{"domain", "domain/comparison"}, []string{}},
	{"adapters/engines", []string{"adapters/...", "ports"}, []string{}},
	{"adapters/pdf", []string{"adapters/internal/...", "adapters/pdf/...", "domain/...", "ports/..."}, nil},
	{"adapters", []string{"adapters/internal/...", "adapters/pdf/object", "domain/...", "ports/..."}, nil},
	{"configs", []string{"adapters/...", "domain/...", "ports", "ports/machine"}, nil},
	{"app/generate", []string{"domain/...", "ports"}, []string{"github.com/hashicorp/golang-lru/v2", "golang.org/x/sync"}},
	{"app/compare/words", []string{"domain"}, []string{"golang.org/x/text"}},
	{"app/compare/pictures", []string{"app/compare/words"}, []string{}},
	{"app/compare/verdict", []string{"app/compare/pictures", "app/compare/words", "domain", "domain/comparison"}, []string{}},
	{"app/compare", []string{"app/compare/...", "domain", "domain/comparison", "ports"}, []string{"golang.org/x/sync"}},
	{"app/preview", []string{"app/compare", "domain", "domain/comparison", "domain/template", "ports"}, []string{}},
	{"app/features", []string{"domain", "ports"}, []string{}},
	{"app/shadow", []string{"domain", "domain/comparison", "ports"}, []string{"go.uber.org/zap"}},
	{"app/admission", []string{"domain", "ports"}, []string{}},
	{"app/doctor", []string{"domain", "ports"}, []string{}},
	{"app/contract", []string{"domain", "ports"}, []string{"golang.org/x/text"}},
	{"app/rendercache", []string{"domain", "ports"}, []string{"github.com/hashicorp/golang-lru/v2"}},
	{"app/retry", []string{"domain", "ports"}, []string{"go.uber.org/zap"}},
	{"app", []string{"adapters/...", "app/...", "configs", "domain/...", "ports/..."}, nil},
	{"integration", []string{"adapters/...", "app/...", "configs/...", "domain/...", "integration/...", "ports/..."}, nil},
}

// TestLayers enforces the import table of CONTRIBUTING.md, for tests too, except for test libraries.
func TestLayers(t *testing.T) {
	root := ".."
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
		l := layerOf(t, folder)
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

func layerOf(t *testing.T, folder string) layer {
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
	case test || l.foreign == nil:
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
		l := layerOf(t, bad.folder)
		require.False(t, l.allows(bad.folder, bad.imported, false), "%s may import %s", bad.folder, bad.imported)
	}
}

package app_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/engines"
)

// TestEngineIsAFolderAndALine: outside an engine's folder only the registry and the bare engines of tests name it, in code and in the
// Makefile's rules.
func TestEngineIsAFolderAndALine(t *testing.T) {
	names := engines.All().Names()
	var capitalised []string
	for _, name := range names {
		capitalised = append(capitalised, strings.ToUpper(name[:1])+name[1:])
	}
	// A whole word, also in camelCase.
	namesOne := regexp.MustCompile(`((^|[^A-Za-z])(?i:` + strings.Join(names, "|") + `)|` + strings.Join(capitalised, "|") + `)([^a-z]|$)`).MatchString
	name, capital := names[0], capitalised[0]
	for text, want := range map[string]bool{name + "/doc": true, "A_" + strings.ToUpper(name) + "_B": true, "new" + capital: true, name + "Tab": true,
		"mono" + name: false, capital + "d": false} {
		require.Equal(t, want, namesOne(text), text)
	}
	for _, root := range []string{"../domain", "../ports", "../adapters", "../app", "../configs"} {
		require.NoError(t, filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			folder := strings.TrimPrefix(filepath.ToSlash(path), "../adapters/")
			if err == nil && entry.IsDir() && (namesOne(folder) || folder == "engines" || folder == "internal/enginepdf") {
				return filepath.SkipDir
			}
			if err != nil || entry.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			require.NoError(t, err)
			ast.Inspect(file, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.BasicLit:
					require.False(t, n.Kind == token.STRING && namesOne(n.Value), "%s: %s", path, n.Value)
				case *ast.Ident:
					require.False(t, namesOne(n.Name), "%s: %s", path, n.Name)
				}
				return true
			})
			return nil
		}))
	}
	makefile, err := os.ReadFile("../Makefile")
	require.NoError(t, err)
	for line := range strings.Lines(string(makefile)) {
		rule, _, _ := strings.Cut(line, "#")
		require.False(t, namesOne(rule), "Makefile: %s", line)
	}
}

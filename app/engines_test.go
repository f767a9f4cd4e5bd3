package app_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/engines"
)

// TestEngineIsAFolderAndALine: outside an engine's folder only the registry and the bare engines of tests name it, in code and in the
// Makefile's rules.
func TestEngineIsAFolderAndALine(t *testing.T) {
	names := engines.All().Names()
	namesOne := func(text string) bool {
		for _, name := range names {
			if strings.Contains(strings.ToLower(text), name) {
				return true
			}
		}
		return false
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
		require.False(t, namesOne(strings.ReplaceAll(rule, "chromium", "")), "Makefile: %s", line)
	}
}

package app_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestReadmeNamesEveryCode: clients decide by the code of an error, so the README lists all of them.
func TestReadmeNamesEveryCode(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	require.NoError(t, err)
	codes := errorCodes(t)
	require.Len(t, codes, 10)
	for _, code := range codes {
		require.Contains(t, string(readme), "`"+code+"`")
	}
	for _, told := range []string{"X-Request-Id", "RateLimit-Policy", "| 404, 405 |", "| 431 |", "no loops and no conditions", "template.missing"} {
		require.Contains(t, string(readme), told)
	}
}

// errorCodes reads the constants of type Code.
func errorCodes(t *testing.T) (codes []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "../domain/errors.go", nil, 0)
	require.NoError(t, err)
	ast.Inspect(file, func(n ast.Node) bool {
		spec, is := n.(*ast.ValueSpec)
		if !is {
			return true
		}
		if name, is := spec.Type.(*ast.Ident); is && name.Name == "Code" {
			code, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			require.NoError(t, err)
			codes = append(codes, code)
		}
		return true
	})
	return codes
}

package contract_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"platen/adapters/httpapi"
)

// description is the part of openapi.yaml that the tests read.
type description struct {
	Paths map[string]struct {
		Post struct {
			Responses map[string]struct {
				Ref string `yaml:"$ref"`
			}
		}
	}
	Components struct {
		Schemas map[string]struct {
			Properties map[string]any
			Required   []string
			Enum       []string
		}
		Responses map[string]struct {
			Headers map[string]any
			Content map[string]struct{ Example struct{ Code string } }
		}
	}
}

func describe(t *testing.T) (d description) {
	t.Helper()
	require.NoError(t, yaml.Unmarshal(httpapi.OpenAPI()[0].Content(), &d))
	return d
}

// reference returns the rows of the table of REFERENCE.md with this head, without the marks around code.
func reference(t *testing.T, head string) [][]string {
	t.Helper()
	content, err := os.ReadFile("../../adapters/httpapi/REFERENCE.md")
	require.NoError(t, err)
	return table(t, string(content), head)
}

func table(t *testing.T, document, head string) (rows [][]string) {
	t.Helper()
	_, after, found := strings.Cut(document, "\n| "+head)
	require.True(t, found, "there is no table of %s", head)
	_, after, _ = strings.Cut(after, "\n|--")
	_, after, _ = strings.Cut(after, "\n")
	for line := range strings.Lines(after) {
		if !strings.HasPrefix(line, "|") {
			break
		}
		cells := strings.Split(strings.Trim(line, "|\n"), "|")
		for i := range cells {
			cells[i] = strings.Trim(cells[i], " `")
		}
		rows = append(rows, cells)
	}
	return rows
}

// first returns the first cell of each row.
func first(rows [][]string) (cells []string) {
	for _, row := range rows {
		cells = append(cells, row[0])
	}
	return cells
}

func TestReferenceFields(t *testing.T) {
	schema := describe(t).Components.Schemas["DocumentRequest"]
	rows := reference(t, "Field")
	require.ElementsMatch(t, slices.Collect(maps.Keys(schema.Properties)), first(rows))
	require.Equal(t, first(table(t, contractText(), "Field")), first(rows))
	for _, row := range rows {
		require.Equal(t, slices.Contains(schema.Required, row[0]), row[2] == "yes", row[0])
	}
	require.Equal(t, first(table(t, contractText(), "Request header")), first(reference(t, "Request header")))
}

func TestReferenceStatuses(t *testing.T) {
	d := describe(t)
	rows := reference(t, "Status")
	responses := d.Paths["/api/pdf/external"].Post.Responses
	require.ElementsMatch(t, slices.Collect(maps.Keys(responses)), first(rows))
	byHTTP := []string{"417", "431", "501", "505"} // statuses of HTTP that the contract does not define
	var promised []string
	for _, cell := range first(table(t, contractText(), "Status")) {
		promised = append(promised, strings.Split(cell, ", ")...)
	}
	require.ElementsMatch(t, append(promised, byHTTP...), first(rows))
	for _, row := range rows {
		name := strings.TrimPrefix(responses[row[0]].Ref, "#/components/responses/")
		require.Equal(t, d.Components.Responses[name].Content["application/json"].Example.Code, row[1], row[0])
	}
}

// TestReferenceCodes: the codes of the code, the description, the contract and the reference are the same.
func TestReferenceCodes(t *testing.T) {
	var inCode []string
	file, err := parser.ParseFile(token.NewFileSet(), "../../domain/errors.go", nil, 0)
	require.NoError(t, err)
	ast.Inspect(file, func(n ast.Node) bool {
		if spec, is := n.(*ast.ValueSpec); is {
			if kind, is := spec.Type.(*ast.Ident); is && kind.Name == "Code" {
				code, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
				require.NoError(t, err)
				inCode = append(inCode, code)
			}
		}
		return true
	})
	require.ElementsMatch(t, inCode, describe(t).Components.Schemas["Code"].Enum)
	promised := regexp.MustCompile("`code` is one of\\s+`([a-z_ ]+)`").FindStringSubmatch(contractText())
	require.NotNil(t, promised)
	require.ElementsMatch(t, inCode, strings.Fields(promised[1]))
	var referred []string
	for _, row := range reference(t, "Status") {
		if row[1] != "" && !slices.Contains(referred, row[1]) {
			referred = append(referred, row[1])
		}
	}
	require.ElementsMatch(t, inCode, referred)
}

func TestReferenceHeaders(t *testing.T) {
	d := describe(t)
	statuses := map[string][]string{} // by header
	all := 0
	for status, response := range d.Paths["/api/pdf/external"].Post.Responses {
		all++
		for header := range d.Components.Responses[strings.TrimPrefix(response.Ref, "#/components/responses/")].Headers {
			statuses[header] = append(statuses[header], status)
		}
	}
	rows := reference(t, "Response header")
	require.ElementsMatch(t, slices.Collect(maps.Keys(statuses)), first(rows))
	for _, row := range rows {
		slices.Sort(statuses[row[0]])
		described := strings.Join(statuses[row[0]], " ")
		if len(statuses[row[0]]) == all {
			described = "every answer"
		}
		require.Equal(t, described, row[1], fmt.Sprintf("the answers with %s", row[0]))
	}
}

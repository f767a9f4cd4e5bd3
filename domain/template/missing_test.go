package template_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/domain/template"
)

func TestMissingNames(t *testing.T) {
	request := func(body string) domain.Request {
		r, err := domain.ParseRequest([]byte(body))
		require.NoError(t, err)
		return r
	}
	require.Equal(t, []string{"a", "c.d", "f"}, template.Default().MissingNames(request(
		`{"html":"}} {{ a }} {{b}} {{c.d}} {{a}}","css":"{{css}}","headerHtml":"{{c.e}}","footerHtml":"{{f}} {{","data":{"b":null,"c":{"e":1}}}`)))
	require.Empty(t, template.Default().MissingNames(request(`{"html":"<p>{{x}}","data":{"x":"{{y}}"}}`)), "values are not scanned")
	require.Equal(t, []string{"items.price", "items.parts.name", "note"}, template.Default().MissingNames(request(`{"html":
		"{{#items}}{{price}}{{#parts}}{{#.}}{{name}}{{/.}}{{/parts}}{{/items}}{{^none}}{{note}}{{/none}}{{#none}}{{x}}{{/none}}",
		"data":{"items":[{"price":1},{},{"parts":[[1,2],[3]]},{}]}}`)), "each once, with the sections around it")
}

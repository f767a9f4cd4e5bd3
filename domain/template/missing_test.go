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
	require.Equal(t, []string{"a", "c.d", "f"}, template.MissingNames(request(
		`{"html":"}} {{ a }} {{b}} {{c.d}} {{a}}","css":"{{css}}","headerHtml":"{{c.e}}","footerHtml":"{{f}} {{","data":{"b":null,"c":{"e":1}}}`)))
	require.Empty(t, template.MissingNames(request(`{"html":"<p>{{x}}","data":{"x":"{{y}}"}}`)), "values are not scanned")
}

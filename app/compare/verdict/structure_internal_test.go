package verdict

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
)

// Engines write one address in several forms.
func TestLinksInOneForm(t *testing.T) {
	reading := func(links ...string) (r domain.Reading) {
		r.Links = links
		return r
	}
	s := compareStructure(
		reading("https://example.com", "https://Example.org/a", "mailto:a@example.com", "https://example.com/gone"),
		reading("https://example.com/", "https://example.org/a", "mailto:a@example.com", "https://example.com/é"))
	require.Equal(t, []string{"https://example.com/gone"}, s.MissingLinks)
	require.Equal(t, []string{"https://example.com/%C3%A9"}, s.ExtraLinks)
}

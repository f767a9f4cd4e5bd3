package chrome_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/ports"
)

// Clients do not know the engine: messages are about their document.
func TestUnprintableDocument(t *testing.T) {
	t.Parallel()
	r := start(t, with(1), passThrough(t))
	noRoom := printJob("<p>x")
	noRoom.Margins = domain.UniformMargins(300 * domain.Millimetre)
	_, err := r.Render(t.Context(), noRoom, ports.RenderOptions{})
	var known *domain.Error
	require.ErrorAs(t, err, &known)
	require.Equal(t, domain.RenderFailed, known.Code)
	require.Contains(t, known.Message, "could not print the document")
	require.NotContains(t, known.Message, "Chrome")
	render(t, r, printJob("<p>the next one"))
}

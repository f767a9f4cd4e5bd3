package rendertest

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/ports/pdfcheck"
)

// many renders more documents at once than any engine has capacity for, and checks that each result is the right one.
func (s *suite) many(t *testing.T) {
	const documents = 24
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	var done []<-chan result
	for n := range documents {
		body := strings.Repeat(fmt.Sprintf("<p>This is %s.</p>", name(n)), 1+n%7*10)
		done = append(done, s.begin(ctx, document("<title>"+name(n)+"</title>", body)))
	}
	for n, d := range done {
		got := <-d
		require.NoError(t, got.err, name(n))
		pdfcheck.In(t, got.pdf.Content, pdfcheck.Whole(), pdfcheck.Title(name(n)), pdfcheck.Text("This is "+name(n)+"."),
			pdfcheck.NoText("This is "+name((n+1)%documents)+"."))
	}
}

func name(n int) string { return fmt.Sprintf("document %d", n) }

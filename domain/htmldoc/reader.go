package htmldoc

import (
	"context"
	"io"
	"strings"
)

// NewReader returns a reader of the text for a tokenizer or parser of HTML. It fails with the error of ctx when ctx ends,
// and with it what reads from it.
func NewReader(ctx context.Context, text string) io.Reader {
	return &contextReader{ctx: ctx, text: strings.NewReader(text)}
}

type contextReader struct {
	ctx  context.Context
	text *strings.Reader
}

// readAtOnce is how much is read between two looks at the context: the least that the tokenizer asks for.
const readAtOnce = 4096

func (r *contextReader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.text.Read(p[:min(len(p), readAtOnce)])
}

package app

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"

	"platen/app/retry"
	"platen/domain"
	"platen/ports"
)

// failing is an engine of which every print fails.
type failing struct {
	ports.Engine
	err    error
	prints int
}

func (f *failing) Render(context.Context, domain.PrintJob, ports.RenderOptions) (domain.PDF, error) {
	f.prints++
	return domain.PDF{}, f.err
}

func (*failing) Ready() error { return nil }

// TestFullDisk: a print that fails while the disk is full is the machine's failure, however the engine failed, and is not tried again. A
// document that is refused is the client's.
func TestFullDisk(t *testing.T) {
	for _, tt := range []struct {
		err  error
		code domain.Code
	}{
		{fmt.Errorf("print: %w", ports.ErrEngineLost), domain.Overloaded},
		{errors.New("no file"), domain.Overloaded},
		{&domain.Error{Code: domain.RenderFailed}, domain.Overloaded},
		{domain.PDFTooLarge(domain.MiB), domain.InvalidRequest},
	} {
		next := &failing{err: tt.err}
		engine := &diskSpaceEngine{Engine: next, folderFull: func() error { return errors.New("it is full") }}
		_, err := retry.Renderer{Renderer: engine, Log: zap.NewNop()}.Render(t.Context(), domain.PrintJob{}, ports.RenderOptions{})
		require.Equal(t, tt.code, domain.AsError(err).Code, "%v", tt.err)
		require.Equal(t, 1, next.prints)
		require.Equal(t, tt.code == domain.Overloaded, engine.Ready() != nil)
	}
}

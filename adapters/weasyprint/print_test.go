package weasyprint

import (
	"context"
	"net"
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/internal/osprocess"
	"platen/domain"
)

// A process that has ended its document while its context ended is killed at any moment: it may not take the next document.
func TestKilledAfterItsDocument(t *testing.T) {
	life, held, err := os.Pipe()
	require.NoError(t, err)
	program := exec.CommandContext(t.Context(), "sleep", "60")
	program.ExtraFiles = []*os.File{held}
	require.NoError(t, program.Start())
	require.NoError(t, held.Close())
	own, other := net.Pipe()
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	p := &process{engine: &Engine{cfg: DefaultConfig()}, pipe: own, Fork: osprocess.NewFork(program.Process.Pid, life)}
	go func() {
		_, _ = receive(other, &jobMessage{}, domain.MiB)
		leave()
		<-p.Ended()
		_ = send(other, workerMessage{}, []byte("%PDF"))
	}()
	pdf, _, err := p.print(ctx, domain.PrintJob{HTML: "<p>x"})
	require.NoError(t, err)
	require.Equal(t, "%PDF", string(pdf))
	require.False(t, p.MakeReady())
	require.Error(t, program.Wait())
}

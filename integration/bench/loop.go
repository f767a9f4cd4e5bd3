package main

import (
	"bytes"
	"context"
	_ "embed" // of the loop
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"platen/adapters/weasyprint"
	"platen/integration/bench/measure"
)

//go:embed loop.py
var loopScript string

var generic = strings.NewReplacer("sans-serif", "Liberation Sans", "serif", "Liberation Serif")

// bareLoop is a Python process that calls WeasyPrint for one document after the other, without protection and without HTTP. Its command
// is measured beside it.
func bareLoop(ctx context.Context) (*floor, error) {
	python, err := weasyprint.DefaultConfig().Find()
	if err != nil {
		return nil, err
	}
	loop := exec.CommandContext(ctx, python, "-c", loopScript)
	loop.Stderr = os.Stderr
	stdin, err := loop.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := loop.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := loop.Start(); err != nil {
		return nil, fmt.Errorf("the floor: %w", err)
	}
	f := &floor{name: "bare loop", clients: []int{1}, pid: loop.Process.Pid, command: []string{"weasyprint", "-q", "-", "-"}}
	f.close = func() {
		_ = stdin.Close()
		_ = loop.Wait() // it ends with its input
	}
	f.print = func(d document) measure.Print {
		// The font that generic families have in the service: the machine's own may take longer.
		html := []byte(generic.Replace(d.filled()))
		request := append(binary.BigEndian.AppendUint32(nil, uint32(len(html))), html...)
		return func(context.Context, int) (time.Duration, error) {
			began := time.Now()
			_, err := stdin.Write(request)
			var length [4]byte
			var pdf bytes.Buffer
			if err == nil {
				_, err = io.ReadFull(stdout, length[:])
			}
			if err == nil {
				_, err = io.CopyN(&pdf, stdout, int64(binary.BigEndian.Uint32(length[:])))
			}
			return time.Since(began), errors.Join(err, d.check(pdf.Bytes()))
		}
	}
	return f, nil
}

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
	"syscall"
	"time"

	"platen/adapters/weasyprint"
	"platen/integration/bench/measure"
)

// loop is a process that prints one document after the other: documents on standard input and PDFs on standard output, each after its
// length in four bytes.
type loop struct {
	command *exec.Cmd
	in      io.WriteCloser
	out     io.Reader
}

// startLoop starts the process.
func startLoop(command ...string) (*loop, error) {
	l := &loop{command: exec.Command(command[0], command[1:]...)}
	l.command.Stderr = os.Stderr
	l.command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	var err, failed error
	l.in, err = l.command.StdinPipe()
	l.out, failed = l.command.StdoutPipe()
	if err = errors.Join(err, failed); err == nil {
		err = l.command.Start()
	}
	return l, err
}

// close kills the process.
func (l *loop) close() {
	_ = l.command.Process.Kill()
	_ = l.command.Wait() // it was killed
}

// print prints a document.
func (l *loop) print(html []byte) (pdf []byte, err error) {
	_, err = l.in.Write(append(binary.BigEndian.AppendUint32(nil, uint32(len(html))), html...))
	var length [4]byte
	if err == nil {
		_, err = io.ReadFull(l.out, length[:])
	}
	var content bytes.Buffer
	if err == nil {
		_, err = io.CopyN(&content, l.out, int64(binary.BigEndian.Uint32(length[:])))
	}
	return content.Bytes(), err
}

//go:embed loop.py
var loopScript string

var generic = strings.NewReplacer("sans-serif", "Liberation Sans", "serif", "Liberation Serif")

// bareLoop is a Python process that calls WeasyPrint for one document after the other, without protection and without HTTP. Its command
// is measured beside it.
func bareLoop() (*floor, error) {
	python, err := weasyprint.DefaultConfig().Find()
	if err != nil {
		return nil, err
	}
	kept, err := startLoop(python, "-c", loopScript)
	if err != nil {
		return nil, fmt.Errorf("the floor: %w", err)
	}
	print := func(d document) measure.Print {
		html := []byte(generic.Replace(d.filled())) // the machine's own font of generic families may take longer than the service's
		return func(context.Context, int) (time.Duration, error) {
			began := time.Now()
			pdf, err := kept.print(html)
			return time.Since(began), errors.Join(err, d.check(pdf))
		}
	}
	return &floor{name: "bare loop", clients: []int{1}, print: print, pid: kept.command.Process.Pid, close: kept.close,
		command: []string{"weasyprint", "-q", "-", "-"}}, nil
}

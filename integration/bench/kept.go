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

// kept are processes of a program that prints one document after the other: documents on standard input and PDFs on standard output,
// each after its length in four bytes.
type kept struct {
	pids []int
	free chan *pipes
	all  []*pipes
}

// pipes are those of one process.
type pipes struct {
	command *exec.Cmd
	in      io.WriteCloser
	out     io.Reader
}

// keep starts so many processes.
func keep(number int, command ...string) (*kept, error) {
	k := &kept{free: make(chan *pipes, number)}
	for range number {
		p := &pipes{command: exec.Command(command[0], command[1:]...)}
		p.command.Stderr = os.Stderr
		p.command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
		var err, failed error
		p.in, err = p.command.StdinPipe()
		p.out, failed = p.command.StdoutPipe()
		if err = errors.Join(err, failed); err == nil {
			err = p.command.Start()
		}
		if err != nil {
			k.close()
			return nil, fmt.Errorf("%s: %w", command[0], err)
		}
		k.pids, k.all = append(k.pids, p.command.Process.Pid), append(k.all, p)
		k.free <- p
	}
	return k, nil
}

// close kills the processes.
func (k *kept) close() {
	for _, p := range k.all {
		_ = p.command.Process.Kill()
		_ = p.command.Wait() // it was killed
	}
}

// print prints a document in a process that is free.
func (k *kept) print(html []byte) (pdf []byte, err error) {
	p := <-k.free
	defer func() { k.free <- p }()
	_, err = p.in.Write(append(binary.BigEndian.AppendUint32(nil, uint32(len(html))), html...))
	var length [4]byte
	if err == nil {
		_, err = io.ReadFull(p.out, length[:])
	}
	var content bytes.Buffer
	if err == nil {
		_, err = io.CopyN(&content, p.out, int64(binary.BigEndian.Uint32(length[:])))
	}
	return content.Bytes(), err
}

// printing prints a document again and again.
func (k *kept) printing(d document, html string) measure.Print {
	return func(context.Context, int) (time.Duration, error) {
		began := time.Now()
		pdf, err := k.print([]byte(html))
		return time.Since(began), errors.Join(err, d.check(pdf))
	}
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
	loop, err := keep(1, python, "-c", loopScript)
	if err != nil {
		return nil, fmt.Errorf("the floor: %w", err)
	}
	// The font that generic families have in the service: the machine's own may take longer.
	print := func(d document) measure.Print { return loop.printing(d, generic.Replace(d.filled())) }
	return &floor{name: "bare loop", clients: []int{1}, print: print, pid: loop.pids[0], close: loop.close,
		command: []string{"weasyprint", "-q", "-", "-"}}, nil
}

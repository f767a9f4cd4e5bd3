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
	free chan pipes
}

// pipes are those of one process.
type pipes struct {
	in  io.Writer
	out io.Reader
}

// keep starts so many processes, which end with the experiment.
func (l *lab) keep(number int, command ...string) (*kept, error) {
	k := &kept{free: make(chan pipes, number)}
	for range number {
		process := exec.Command(command[0], command[1:]...)
		process.Stderr = os.Stderr
		process.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
		in, err := process.StdinPipe()
		out, failed := process.StdoutPipe()
		if err = errors.Join(err, failed); err == nil {
			err = process.Start()
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", command[0], err)
		}
		l.later(func() error {
			err := process.Process.Kill()
			_ = process.Wait() // it was killed
			return err
		})
		k.pids = append(k.pids, process.Process.Pid)
		k.free <- pipes{in, out}
	}
	return k, nil
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
func bareLoop(l *lab) (*floor, error) {
	python, err := weasyprint.DefaultConfig().Find()
	if err != nil {
		return nil, err
	}
	loop, err := l.keep(1, python, "-c", loopScript)
	// The font that generic families have in the service: the machine's own may take longer.
	print := func(d document) measure.Print { return loop.printing(d, generic.Replace(d.filled())) }
	return &floor{name: "bare loop", clients: []int{1}, print: print, command: []string{"weasyprint", "-q", "-", "-"}}, err
}

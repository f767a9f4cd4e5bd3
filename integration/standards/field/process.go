package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"syscall"
)

// counting guards the numbers of PDFs.
var counting sync.Mutex

// kept is a process that prints one document after the other.
type kept struct {
	command *exec.Cmd
	in      io.WriteCloser
	out     io.Reader
}

// keep starts a process for each core.
func keep(name string, command []string) (*system, error) {
	free := make(chan *kept, runtime.NumCPU())
	s := &system{name: name}
	s.print = func(ctx context.Context, html string) ([]byte, error) {
		select {
		case k := <-free:
			defer func() { free <- k }()
			return k.print(html)
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	var all []*kept
	s.close = func() (err error) {
		for _, k := range all {
			err = errors.Join(err, k.in.Close(), k.command.Process.Kill())
			_ = k.command.Wait() // it was killed
		}
		return err
	}
	for range cap(free) {
		k, err := start(command)
		if err != nil {
			return nil, errors.Join(err, s.close())
		}
		all, s.pids = append(all, k), append(s.pids, k.command.Process.Pid)
		free <- k
	}
	return s, nil
}

func start(command []string) (*kept, error) {
	k := &kept{command: exec.Command(command[0], command[1:]...)}
	k.command.Stderr = os.Stderr
	k.command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	var err error
	if k.in, err = k.command.StdinPipe(); err != nil {
		return nil, err
	}
	if k.out, err = k.command.StdoutPipe(); err != nil {
		return nil, err
	}
	return k, k.command.Start()
}

// print sends a document and receives its PDF, each after its length.
func (k *kept) print(html string) ([]byte, error) {
	if _, err := k.in.Write(append(binary.BigEndian.AppendUint32(nil, uint32(len(html))), html...)); err != nil {
		return nil, err
	}
	var length [4]byte
	if _, err := io.ReadFull(k.out, length[:]); err != nil {
		return nil, err
	}
	pdf := make([]byte, binary.BigEndian.Uint32(length[:]))
	if _, err := io.ReadFull(k.out, pdf); err != nil || !bytes.HasPrefix(pdf, []byte("%PDF-")) {
		return nil, errors.Join(err, fmt.Errorf("no whole PDF: %.60q…", pdf))
	}
	return pdf, nil
}

// processorTime is the seconds that processes and their children have used, those that have ended included.
func processorTime(pids []int) (seconds float64) {
	const ticks = 100 // a second, on all of Linux
	parents, used := map[int]int{}, map[int]float64{}
	paths, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range paths {
		stat, err := os.ReadFile(path)
		if err != nil {
			continue // it has ended
		}
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
		fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:]) // from the state, the third of proc(5)
		parents[pid], _ = strconv.Atoi(string(fields[1]))
		for _, field := range fields[11:15] { // utime, stime, and those of the children
			n, _ := strconv.ParseFloat(string(field), 64)
			used[pid] += n / ticks
		}
	}
	for pid := range parents {
		for ancestor := pid; ancestor > 1; ancestor = parents[ancestor] {
			if slices.Contains(pids, ancestor) {
				seconds += used[pid]
				break
			}
		}
	}
	return seconds
}

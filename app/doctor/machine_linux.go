package doctor

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"syscall"

	"platen/domain"
)

// Part is something else that the service needs.
type Part struct {
	// Name is the name of the part, Found its state.
	Name, Found string
	// Problem says what is wrong and how to fix it; nil: nothing.
	Problem error
	// Fatal: the service does not start with the problem.
	Fatal bool
}

// leastDisk is the free space that the temporary folder needs for profiles, and for documents of some MB.
const leastDisk = 256 * domain.MiB

// ExamineFolder checks that a file can be made in a folder, and that it has enough free space.
func ExamineFolder(path string) Part {
	p := Part{Name: "temporary folder"}
	var stat syscall.Statfs_t
	if err := syscall.Statfs(path, &stat); err != nil {
		p.Problem = fmt.Errorf("the temporary folder %s: %w", path, err)
		return p
	}
	file, err := os.CreateTemp(path, "platen-doctor-")
	if err != nil {
		p.Problem = fmt.Errorf("the temporary folder %s cannot be written to: %w; mount a writable folder there, or set TMPDIR to one", path, err)
		return p
	}
	_, _ = file.Close(), os.Remove(file.Name())
	free := domain.ByteSize(stat.Bavail) * domain.ByteSize(stat.Bsize) //nolint:gosec // no disk has 2^63 bytes
	p.Found = fmt.Sprintf("%s, %d MiB free", path, free/domain.MiB)
	if free < leastDisk {
		p.Problem = fmt.Errorf("the temporary folder %s has %d MiB free: make room, or set TMPDIR to a folder with %s", path, free/domain.MiB,
			leastDisk)
	}
	return p
}

// Memory that the service needs: for itself and the engine at rest, and for each document rendered at once. With tables of 93 pages,
// the engine that needs most took 880 MiB for two documents at once, and 1490 MiB for four.
const (
	baseMemory        = 256 * domain.MiB
	memoryPerDocument = 320 * domain.MiB
)

// ExamineMemory checks whether the memory that this process and its engines may use is enough for documents of up to 100 pages.
func ExamineMemory(concurrency int) Part {
	p := Part{Name: "memory"}
	limit, err := memoryLimit()
	if err != nil {
		p.Problem = fmt.Errorf("memory: %w", err)
		return p
	}
	p.Found = fmt.Sprintf("%d MiB", limit/domain.MiB)
	if need := baseMemory + domain.ByteSize(concurrency)*memoryPerDocument; limit < need {
		p.Problem = fmt.Errorf("%d MiB of memory are little for render.concurrency %d: "+
			"give it %d MiB for documents of up to 100 pages, or lower render.concurrency",
			limit/domain.MiB, concurrency, need/domain.MiB)
	}
	return p
}

// memoryLimit is the memory of the machine, or the limit of the control group (cgroup v2) if that is less.
func memoryLimit() (domain.ByteSize, error) {
	info, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return 0, err
	}
	var total domain.ByteSize
	for line := range bytes.Lines(info) {
		if value, is := bytes.CutPrefix(line, []byte("MemTotal:")); is {
			kilobytes, err := strconv.ParseInt(strings.TrimSuffix(string(bytes.TrimSpace(value)), " kB"), 10, 64)
			if err != nil {
				return 0, fmt.Errorf("read /proc/meminfo: %w", err)
			}
			total = domain.ByteSize(kilobytes) * domain.KiB
		}
	}
	// Outside of a group there is no such file; it says "max" if the group has no limit.
	if text, err := os.ReadFile("/sys/fs/cgroup/memory.max"); err == nil {
		if limit, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil {
			total = min(total, domain.ByteSize(limit))
		}
	}
	return total, nil
}

// ExaminePort checks that the service can listen on an address of the configuration. An empty address is not checked.
func ExaminePort(ctx context.Context, key, addr string) Part {
	p := Part{Name: key, Found: addr}
	if addr == "" {
		return p
	}
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", addr)
	if err != nil {
		p.Problem = fmt.Errorf("%s: %w; another program or a running service uses it: choose another port", key, err)
		return p
	}
	_ = listener.Close()
	return p
}

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

// Part is a thing besides engines and fonts that the service needs.
type Part struct {
	// Name says what it is, Found what is there.
	Name, Found string
	// Problem is what is wrong and how to mend it; nil where nothing is.
	Problem error
}

// leastDisk is what the temporary folder should have: profiles, and documents of some MB.
const leastDisk = 256 * domain.MiB

// ExamineFolder tells how much room a folder has, in which a file can be made.
func ExamineFolder(path string) Part {
	p := Part{Name: "temporary folder"}
	var stat syscall.Statfs_t
	if err := syscall.Statfs(path, &stat); err != nil {
		p.Problem = fmt.Errorf("the temporary folder %s: %w", path, err)
		return p
	}
	free := domain.ByteSize(stat.Bavail) * domain.ByteSize(stat.Bsize) //nolint:gosec // no disk has 2^63 bytes
	p.Found = fmt.Sprintf("%s, %d MiB free", path, free/domain.MiB)
	if free < leastDisk {
		p.Problem = fmt.Errorf("the temporary folder %s has %d MiB free: make room, or set TMPDIR to a folder with %s", path, free/domain.MiB, leastDisk)
	}
	return p
}

// Memory that the service needs: for itself and the engine at rest, and for each document rendered at once.
const (
	baseMemory        = 256 * domain.MiB
	memoryPerDocument = 256 * domain.MiB
)

// ExamineMemory tells how much memory this process and its engines may take, and whether that is enough for small
// documents.
func ExamineMemory(concurrency int) Part {
	p := Part{Name: "memory"}
	limit, err := memoryLimit()
	if err != nil {
		p.Problem = fmt.Errorf("memory: %w", err)
		return p
	}
	p.Found = fmt.Sprintf("%d MiB", limit/domain.MiB)
	if need := baseMemory + domain.ByteSize(concurrency)*memoryPerDocument; limit < need {
		p.Problem = fmt.Errorf("%d MiB of memory are little for render.concurrency %d: give it %d MiB, or lower render.concurrency",
			limit/domain.MiB, concurrency, need/domain.MiB)
	}
	return p
}

// memoryLimit is the memory of the machine, or of the control group (cgroup v2) where that is less.
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
	// There is no such file outside of a group, and it says "max" where the group has no limit.
	if text, err := os.ReadFile("/sys/fs/cgroup/memory.max"); err == nil {
		if limit, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil {
			total = min(total, domain.ByteSize(limit))
		}
	}
	return total, nil
}

// ExaminePort tells whether an address of the configuration can be listened on. An empty address is none.
func ExaminePort(ctx context.Context, key, addr string) Part {
	p := Part{Name: key, Found: addr}
	if addr == "" {
		return p
	}
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", addr)
	if err != nil {
		p.Problem = fmt.Errorf("%s: %w; a service that runs has it, or another program: choose another port", key, err)
		return p
	}
	_ = listener.Close()
	return p
}

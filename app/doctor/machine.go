package doctor

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"platen/domain"
)

// Part is something that the service needs besides engines.
type Part struct {
	Name string `json:"name"`
	// Found is its state.
	Found string `json:"found"`
	// Problem says what is wrong and how to fix it; empty: nothing.
	Problem string `json:"problem"`
	// Fatal: with this problem, the service does not start, or its pages are blank.
	Fatal bool `json:"fatal"`
}

// leastDisk is the free space that the temporary folder needs for profiles, and for documents of some MB.
const leastDisk = 256 * domain.MiB

// ExamineFolder checks that a file can be made in a folder, and that it has enough free space.
func ExamineFolder(path string) Part {
	p := Part{Name: "temporary folder"}
	var stat syscall.Statfs_t
	if err := syscall.Statfs(path, &stat); err != nil {
		p.Problem = fmt.Sprintf("the temporary folder %s: %s", path, err)
		return p
	}
	file, err := os.CreateTemp(path, "platen-doctor-")
	if err != nil {
		p.Problem = fmt.Sprintf("the temporary folder %s cannot be written to: %s; mount a writable folder there, or set TMPDIR to one",
			path, err)
		return p
	}
	_, _ = file.Close(), os.Remove(file.Name())
	free := domain.ByteSize(stat.Bavail) * domain.ByteSize(stat.Bsize) //nolint:gosec // no disk has 2^63 bytes
	p.Found = fmt.Sprintf("%s, %d MiB free", path, free/domain.MiB)
	if free < leastDisk {
		p.Problem = fmt.Sprintf("the temporary folder %s has %d MiB free: make room, or set TMPDIR to a folder with %s", path, free/domain.MiB,
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
	limit, err := memoryLimit(os.DirFS("/"))
	switch {
	case errors.Is(err, fs.ErrNotExist): // only Linux has /proc/meminfo
		p.Found = "unknown"
		return p
	case err != nil:
		p.Problem = "memory: " + err.Error()
		return p
	}
	p.Found = fmt.Sprintf("%d MiB", limit/domain.MiB)
	if need := baseMemory + domain.ByteSize(concurrency)*memoryPerDocument; limit < need {
		p.Problem = fmt.Sprintf("%d MiB of memory are little for render.concurrency %d: "+
			"give it %d MiB for documents of up to 100 pages, or lower render.concurrency",
			limit/domain.MiB, concurrency, need/domain.MiB)
	}
	return p
}

// memoryLimit is the memory of the machine, or the least limit of this process's control group and those above it.
func memoryLimit(root fs.FS) (domain.ByteSize, error) {
	info, err := fs.ReadFile(root, "proc/meminfo")
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
	groups, _ := fs.ReadFile(root, "proc/self/cgroup") // without control groups, there is no such file
	for line := range strings.Lines(string(groups)) {
		fields := strings.SplitN(strings.TrimSpace(line), ":", 3) // number:controllers:path, of cgroups(7)
		if len(fields) < 3 {
			continue
		}
		mount, file := "sys/fs/cgroup", "memory.max" // version 2
		if fields[1] != "" {
			mount, file = "sys/fs/cgroup/memory", "memory.limit_in_bytes" // version 1
		}
		if fields[1] == "" || slices.Contains(strings.Split(fields[1], ","), "memory") {
			total = min(total, leastLimit(root, mount, fields[2], file, total))
		}
	}
	return total, nil
}

// leastLimit is the least limit of a control group and those above it. A group without limit says "max" or a number that no machine
// has, and a container may not see the groups above its own.
func leastLimit(root fs.FS, mount, group, file string, total domain.ByteSize) domain.ByteSize {
	for {
		text, err := fs.ReadFile(root, path.Join(mount, group, file))
		if limit, wrong := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil && wrong == nil {
			total = min(total, domain.ByteSize(limit))
		}
		if group == "/" || group == "." || group == "" {
			return total
		}
		group = path.Dir(group)
	}
}

// ExaminePort checks that the service can listen on an address of the configuration. An empty address is not checked.
func ExaminePort(ctx context.Context, key, addr string) Part {
	p := Part{Name: key, Found: addr}
	if addr == "" {
		return p
	}
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", addr)
	if err == nil {
		_ = listener.Close()
		return p
	}
	remedy := "write host:port with an address of this machine, as in :8080"
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		remedy = "another program or a running service uses it: choose another port"
	case errors.Is(err, syscall.EACCES):
		remedy = "ports below 1024 are for root or CAP_NET_BIND_SERVICE: choose another port, and let a proxy or the container map it"
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		remedy = "this machine does not have that address: leave the host empty, or write one of its own"
	}
	p.Problem, p.Fatal = fmt.Sprintf("%s: %s; %s", key, err, remedy), true
	return p
}

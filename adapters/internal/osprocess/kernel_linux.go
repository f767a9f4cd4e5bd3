package osprocess

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"

	"platen/domain"
)

// StatusOf reads the status of a process. It is read three times for each document, in 30 µs. procfs, which parses all of it and has the
// state in another file, takes 80.
func StatusOf(pid int) (s Status, err error) {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(line, ":")
		switch value = strings.TrimSpace(value); name {
		case "State":
			s.Stopped = strings.HasPrefix(value, "T ")
		case "VmHWM":
			s.Peak += kilobytes(value)
		case "RssFile":
			s.Peak -= kilobytes(value)
		case "RssAnon", "RssShmem":
			s.Resident += kilobytes(value)
		}
	}
	return s, err
}

// kilobytes reads a size of the status of a process, such as "12 kB".
func kilobytes(size string) domain.ByteSize {
	n, _ := strconv.ParseInt(strings.TrimSuffix(size, " kB"), 10, 64) // of the kernel, always a number
	return domain.ByteSize(n) * domain.KiB
}

// TreeResident is the Resident memory of a process and all its descendants together; memory that they share counts for each.
func TreeResident(pid int) domain.ByteSize {
	status, _ := StatusOf(pid) // it may have ended meanwhile
	sum := status.Resident
	threads, _ := filepath.Glob("/proc/" + strconv.Itoa(pid) + "/task/*/children")
	for _, thread := range threads {
		children, _ := os.ReadFile(thread)
		for _, child := range strings.Fields(string(children)) {
			if pid, err := strconv.Atoi(child); err == nil {
				sum += TreeResident(pid)
			}
		}
	}
	return sum
}

// resetPeak makes the kernel forget VmHWM (proc_pid_clear_refs(5)).
const resetPeak = "5"

// MeasurePeak begins to measure the most memory that a process holds. The function that it returns reports it; 0 if the kernel does
// not, as where the process belongs to someone else or has ended.
func MeasurePeak(pid int) (peak func() domain.ByteSize) {
	err := os.WriteFile("/proc/"+strconv.Itoa(pid)+"/clear_refs", []byte(resetPeak), 0)
	return func() domain.ByteSize {
		if err != nil {
			return 0
		}
		status, err := StatusOf(pid)
		if err != nil {
			return 0
		}
		return status.Peak
	}
}

// awaitEnd waits for the end of a child without reaping it.
func awaitEnd(pid int) {
	for {
		err := unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if !errors.Is(err, unix.EINTR) {
			return
		}
	}
}

// Limit bounds the resources of a process, which are those of setrlimit(2). One that has ended already needs no bounds: its end says why.
func Limit(pid int, most map[int]uint64) error {
	for resource, n := range most {
		err := unix.Prlimit(pid, resource, &unix.Rlimit{Cur: n, Max: n}, nil)
		if err != nil && !errors.Is(err, unix.ESRCH) {
			return fmt.Errorf("bound its resources: %w", err)
		}
	}
	return nil
}

// OfService are the attributes of a process in a group of its own that ends with the service.
func OfService() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

package osprocess

import (
	"bytes"
	"fmt"
	"os"
	"strconv"

	"platen/domain"
)

// Status is part of the kernel's /proc/PID/status of a process (proc_pid_status(5)).
type Status struct {
	// Resident is the memory in RAM without the files that the process maps: RssAnon and RssShmem.
	Resident domain.ByteSize
	// Stopped: by a signal. The process does nothing until it is continued.
	Stopped bool
}

// StatusOf reads the status of a process.
func StatusOf(pid int) (Status, error) {
	status, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	if err != nil {
		return Status{}, err
	}
	return parseStatus(status)
}

func parseStatus(status []byte) (s Status, err error) {
	for line := range bytes.Lines(status) {
		name, value, _ := bytes.Cut(line, []byte(":"))
		value = bytes.TrimSpace(value)
		switch string(name) {
		case "State":
			s.Stopped = bytes.HasPrefix(value, []byte("T"))
		case "RssAnon", "RssShmem":
			kilobytes, err := strconv.ParseInt(string(bytes.TrimSuffix(value, []byte(" kB"))), 10, 64)
			if err != nil {
				return Status{}, fmt.Errorf("read %s of a process's status: %w", name, err)
			}
			s.Resident += domain.ByteSize(kilobytes) * domain.KiB
		}
	}
	return s, nil
}

package osprocess

import (
	"bytes"
	"fmt"
	"os"
	"strconv"

	"platen/domain"
)

// ResidentMemory is the memory of a process in RAM without the files that it maps: RssAnon and RssShmem of
// /proc/PID/status (proc_pid_status(5)).
func ResidentMemory(pid int) (domain.ByteSize, error) {
	status, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	if err != nil {
		return 0, err
	}
	return residentMemory(status)
}

func residentMemory(status []byte) (sum domain.ByteSize, err error) {
	for line := range bytes.Lines(status) {
		name, value, _ := bytes.Cut(line, []byte(":"))
		if string(name) != "RssAnon" && string(name) != "RssShmem" {
			continue
		}
		kilobytes, err := strconv.ParseInt(string(bytes.TrimSuffix(bytes.TrimSpace(value), []byte(" kB"))), 10, 64)
		if err != nil {
			return 0, fmt.Errorf("read %s of a process's status: %w", name, err)
		}
		sum += domain.ByteSize(kilobytes) * domain.KiB
	}
	return sum, nil
}

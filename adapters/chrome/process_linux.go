package chrome

import "golang.org/x/sys/unix"

// cpuTime returns the processor time that a process has used, in nanoseconds; 0 if it has ended.
func cpuTime(pid int) int64 {
	var used unix.Timespec
	// The clock of another process: clock_getcpuclockid(3).
	if unix.ClockGettime(int32(^pid)<<3|2, &used) != nil { //nolint:gosec // process numbers are below 2^22
		return 0
	}
	return used.Nano()
}

// enlarge lets a pipe hold more of the protocol's messages. An error does no harm: the limit of unprivileged users may be lower.
func enlarge(pipe uintptr) { _, _ = unix.FcntlInt(pipe, unix.F_SETPIPE_SZ, transportBuffer) }

package osprocess

import "platen/domain"

// Status is part of the kernel's /proc/PID/status of a process (proc_pid_status(5)).
type Status struct {
	// Resident is the memory in RAM without the files that the process maps: RssAnon and RssShmem.
	Resident domain.ByteSize
	// Peak is the most memory in RAM since the process began or MeasurePeak was called, without the files that it maps now: VmHWM
	// without RssFile.
	Peak domain.ByteSize
	// Stopped: by a signal. The process does nothing until it is continued.
	Stopped bool
}

//go:build !linux

package osprocess

import (
	"errors"
	"syscall"

	"golang.org/x/sys/unix"

	"platen/domain"
)

// StatusOf reports only whether the process has ended: other kernels show no more of it in files.
func StatusOf(pid int) (Status, error) { return Status{Resident: domain.KiB}, unix.Kill(pid, 0) }

// TreeResident is unknown.
func TreeResident(int) domain.ByteSize { return 0 }

// MeasurePeak reports 0: the peak is unknown.
func MeasurePeak(int) (peak func() domain.ByteSize) { return func() domain.ByteSize { return 0 } }

// awaitEnd waits for the end of a child without reaping it (kqueue(2)).
func awaitEnd(pid int) {
	queue, err := unix.Kqueue()
	if err != nil {
		return
	}
	defer func() { _ = unix.Close(queue) }()
	event := unix.Kevent_t{Ident: uint64(pid), Filter: unix.EVFILT_PROC, Flags: unix.EV_ADD, Fflags: unix.NOTE_EXIT}
	for {
		_, err := unix.Kevent(queue, []unix.Kevent_t{event}, make([]unix.Kevent_t, 1), nil)
		if !errors.Is(err, unix.EINTR) {
			return
		}
	}
}

// Limit does nothing: other kernels do not bound a process from outside.
func Limit(int, map[int]uint64) error { return nil }

// OfService are the attributes of a process in a group of its own, which other kernels do not end with the service.
func OfService() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

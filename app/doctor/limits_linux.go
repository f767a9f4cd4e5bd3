package doctor

import (
	"fmt"
	"syscall"

	"platen/domain"
)

// Descriptors that the service needs besides those of its clients' connections: for itself, and for the engine and the
// network of each document rendered at once.
const (
	baseDescriptors        = 128
	descriptorsPerDocument = 64
)

// ExamineDescriptors tells how many files and connections a process may have open, and whether that is enough.
func ExamineDescriptors(connections, concurrency int) Part {
	p := Part{Name: "file descriptors"}
	var limit syscall.Rlimit // Go has raised it to what is allowed
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		p.Problem = fmt.Errorf("file descriptors: %w", err)
		return p
	}
	p.Found = fmt.Sprint(limit.Cur)
	if need := baseDescriptors + connections + concurrency*descriptorsPerDocument; limit.Cur < uint64(need) { //nolint:gosec // it is positive
		p.Problem = fmt.Errorf("%d file descriptors are too few for http.max_connections %d, %d are needed: "+
			"set LimitNOFILE=%[3]d in the systemd unit, --ulimit nofile=%[3]d for the container, "+
			"or lower http.max_connections", limit.Cur, connections, need)
	}
	return p
}

// ExamineSharedMemory tells the size of /dev/shm. Its absence is no problem, since no engine is let use it.
func ExamineSharedMemory() Part {
	p := Part{Name: "/dev/shm", Found: "none, and none is needed"}
	var stat syscall.Statfs_t
	if err := syscall.Statfs("/dev/shm", &stat); err == nil {
		size := domain.ByteSize(stat.Blocks) * domain.ByteSize(stat.Bsize) //nolint:gosec // no disk has 2^63 bytes
		p.Found = fmt.Sprintf("%d MiB, not needed: engines use the temporary folder", size/domain.MiB)
	}
	return p
}

package doctor

import (
	"fmt"
	"math"
	"os"
	"os/user"
	"strconv"
	"syscall"

	"platen/domain"
)

// Descriptors that the service needs besides those of its clients' connections: for itself, and for the engine and the
// network of each document rendered at once.
const (
	baseDescriptors        = 128
	descriptorsPerDocument = 64
)

// ExamineDescriptors reports how many files and connections a process may have open, and whether that is enough.
func ExamineDescriptors(connections, concurrency int) Part {
	p := Part{Name: "file descriptors"}
	var limit syscall.Rlimit // Go has raised it to what is allowed
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		p.Problem = "file descriptors: " + err.Error()
		return p
	}
	p.Found = fmt.Sprint(limit.Cur)
	if need := baseDescriptors + connections + concurrency*descriptorsPerDocument; limit.Cur < uint64(need) { //nolint:gosec // it is positive
		p.Problem = fmt.Sprintf("%d file descriptors are too few for http.max_connections %d, %d are needed: "+
			"set LimitNOFILE=%[3]d in the systemd unit, --ulimit nofile=%[3]d for the container, "+
			"or lower http.max_connections", limit.Cur, connections, need)
	}
	return p
}

// ExamineAddressSpace reports whether the addresses of a process are limited. Browsers reserve terabytes that they never use.
func ExamineAddressSpace() Part {
	p := Part{Name: "address space", Found: "unlimited"}
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_AS, &limit); err == nil && limit.Cur < math.MaxInt64 {
		p.Found = fmt.Sprintf("%d MiB", limit.Cur/uint64(domain.MiB))
		p.Problem = fmt.Sprintf("an address space of %s is too little for engines, whatever they use of it: "+
			"remove LimitAS or ulimit -v, and limit the memory by MemoryMax or the container", p.Found)
	}
	return p
}

// ExamineUser reports as whom the process runs.
func ExamineUser() Part {
	p := Part{Name: "user", Found: strconv.Itoa(os.Geteuid())}
	if named, err := user.LookupId(p.Found); err == nil {
		p.Found = named.Username
	}
	if os.Geteuid() == 0 {
		p.Problem = "root runs this: browsers are not sandboxed then, and a fault in an engine has the whole machine; " +
			"run the service as a user of its own"
	}
	return p
}

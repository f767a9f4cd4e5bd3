package machine

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"testing"
)

// Namespaces ends a test that changes mounts in namespaces of its own, where there can be none: in a chroot, whose root is no mount, in
// a container without privileges. The flags are those of clone(2).
func Namespaces(t testing.TB, flags uintptr) {
	t.Helper()
	command := exec.Command("mount", "--make-rprivate", "/")
	command.SysProcAttr = &syscall.SysProcAttr{Cloneflags: flags}
	if flags&syscall.CLONE_NEWUSER != 0 {
		command.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{HostID: os.Geteuid(), Size: 1}}
		command.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{HostID: os.Getegid(), Size: 1}}
	}
	if said, err := command.CombinedOutput(); err != nil {
		end(t, fmt.Sprintf("there are no namespaces to mount in, as in a chroot or a container: run this test on the machine itself (%v %s)",
			err, said))
	}
}

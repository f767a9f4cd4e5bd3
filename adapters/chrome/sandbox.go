package chrome

import (
	"errors"
	"strings"
)

var (
	errNoSandbox = errors.New("the kernel does not let Chrome set up its sandbox: allow unprivileged user namespaces " +
		"(sysctl kernel.unprivileged_userns_clone, kernel.apparmor_restrict_unprivileged_userns and user.max_user_namespaces; " +
		"in a container, a seccomp profile that permits clone and unshare), or set chrome.sandbox to off")
	errRootSandbox = errors.New("the sandbox of Chrome does not work for root: run the service as another user, " +
		"or set chrome.sandbox to auto or off")
)

// sandboxProblem returns why a browser could not set up its sandbox, from its output; nil if the output does not say so.
func sandboxProblem(output string) error {
	switch {
	case strings.Contains(output, "No usable sandbox"), strings.Contains(output, "Failed to move to new namespace"):
		return errNoSandbox
	case strings.Contains(output, "Running as root without --no-sandbox"):
		return errRootSandbox
	}
	return nil
}

package chrome

import (
	"fmt"

	"github.com/go-rod/rod/lib/proto"

	"platen/ports"
)

// networkService is the process of a browser that loads resources.
type networkService interface {
	ended() bool
	close()
}

// networkProcess is the type of that process in SystemInfo.getProcessInfo.
const networkProcess = "network.mojom.NetworkService"

var errNetworkEnded = fmt.Errorf("%w: the browser's network process ended", ports.ErrEngineLost)

// networkEnded reports whether the network process has ended. The browser starts another, but what documents were loading at that
// moment is missing from them.
func (b *browser) networkEnded() bool { return b.network != nil && b.network.ended() }

// findNetwork finds the network process. The first call that needs it, which is about cookies, starts it.
func (b *browser) findNetwork(root session) error {
	if _, err := (proto.StorageGetCookies{}).Call(root); err != nil {
		return err
	}
	pids, err := processesOf(root, networkProcess)
	if err != nil || len(pids) == 0 {
		return err // without such a process, the browser process loads resources
	}
	if b.remote() {
		b.network = remoteNetwork{b, pids[0]}
		return nil
	}
	local, err := openProcess(pids[0])
	if err == nil {
		b.network = local
	}
	return err
}

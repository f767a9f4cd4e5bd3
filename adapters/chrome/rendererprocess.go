package chrome

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"syscall"

	"github.com/go-rod/rod/lib/proto"

	"platen/adapters/internal/osprocess"
	"platen/ports"
)

// The types of processes in SystemInfo.getProcessInfo.
const (
	rendererProcess = "renderer"
	networkService  = "network.mojom.NetworkService" // loads resources
)

// processesOf returns the processor times, in seconds, of the browser's processes of a type, by their numbers.
func processesOf(root session, kind string) (times map[int]float64, err error) {
	all, err := proto.SystemInfoGetProcessInfo{}.Call(root)
	if err != nil {
		return nil, err
	}
	times = map[int]float64{}
	for _, p := range all.ProcessInfo {
		if p.Type == kind {
			times[p.ID] = p.CPUTime
		}
	}
	return times, nil
}

var errNoProcess = errors.New("the renderer process of the tab is not known")

// findProcess finds the renderer process of a new tab. before are the renderer processes that ran before the tab was opened; no other
// tab may be opened at the same time. The protocol does not name the process of a page, and Chromium may start others at the same
// time, for pages of its own. The page's process is then the one that uses the processor when the page does.
func (t *tab) findProcess(root, page session, before map[int]float64) error {
	if t.browser.remote() {
		return nil
	}
	started, err := processesOf(root, rendererProcess)
	if err != nil {
		return err
	}
	maps.DeleteFunc(started, func(pid int, _ float64) bool { _, is := before[pid]; return is })
	now := started
	if len(started) > 1 {
		if err := keepBusy(page); err != nil {
			return err
		}
		if now, err = processesOf(root, rendererProcess); err != nil {
			return err
		}
	}
	pids := slices.SortedFunc(maps.Keys(started), func(a, b int) int { return cmp.Compare(now[b]-started[b], now[a]-started[a]) })
	if len(pids) == 0 {
		return errNoProcess
	}
	t.process, err = openProcess(pids[0])
	return err
}

// keepBusy makes the page's process use about a fifth of a second of the processor, however busy the machine is. The browser reports
// hundredths.
func keepBusy(page session) error {
	_, err := proto.RuntimeEvaluate{Expression: "for (let i = 0; i < 5e8; i++) ;"}.Call(page)
	return err
}

var errNetworkEnded = fmt.Errorf("%w: the browser's network process ended", ports.ErrEngineLost)

// networkEnded reports whether the network process has ended. The browser starts another, but what documents were loading at that
// moment is missing from them.
func (b *browser) networkEnded() bool {
	switch {
	case b.network == nil:
		return false
	case !b.remote():
		return b.network.ended()
	}
	ctx, cancel := context.WithTimeout(b.alive, b.engine.healthCheck.timeout)
	defer cancel()
	pids, err := processesOf(session{ctx: ctx, conn: b.conn}, networkService)
	_, runs := pids[b.network.Pid]
	return err == nil && !runs
}

// findNetwork finds the network process. The first call that needs it, which is about cookies, starts it.
func (b *browser) findNetwork(root session) error {
	if _, err := (proto.StorageGetCookies{}).Call(root); err != nil {
		return err
	}
	pids, err := processesOf(root, networkService)
	for pid := range pids {
		if b.remote() {
			b.network = &process{&os.Process{Pid: pid}} // a number that only the browser knows
			return nil
		}
		b.network, err = openProcess(pid)
	}
	return err // without such a process, the browser process loads resources
}

// process is a child process of the browser. It is not a child of this program, so that after its end another process may get its
// number; on Linux it always means the same process (pidfd_open(2)). Safe for concurrent use.
type process struct{ *os.Process }

// openProcess opens a running process.
func openProcess(pid int) (*process, error) {
	opened, err := os.FindProcess(pid)
	if err == nil {
		err = opened.Signal(syscall.Signal(0))
	}
	if err != nil {
		return nil, fmt.Errorf("open process %d: %w", pid, err)
	}
	return &process{opened}, nil
}

// ended reports whether the process has ended. It is true before other processes can see that the connections of this one are closed:
// the kernel first frees the memory of an ending process, then closes its descriptors, and reports the end last.
func (p *process) ended() bool {
	if errors.Is(p.Signal(syscall.Signal(0)), os.ErrProcessDone) {
		return true
	}
	status, err := osprocess.StatusOf(p.Pid)
	return err != nil || status.Resident == 0
}

// kill ends the process. It does not wait.
func (p *process) kill() error {
	if err := p.Kill(); !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	return nil
}

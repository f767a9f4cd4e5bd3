package chrome

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"syscall"

	"github.com/go-rod/rod/lib/proto"

	"platen/adapters/internal/osprocess"
	"platen/ports"
)

// rendererProcesses returns the numbers of the browser's renderer processes.
func rendererProcesses(root session) (pids []int, err error) {
	return processesOf(root, "renderer")
}

// processesOf returns the numbers of the browser's processes of a type of SystemInfo.getProcessInfo.
func processesOf(root session, kind string) (pids []int, err error) {
	all, err := proto.SystemInfoGetProcessInfo{}.Call(root)
	if err != nil {
		return nil, err
	}
	for _, p := range all.ProcessInfo {
		if p.Type == kind {
			pids = append(pids, p.ID)
		}
	}
	return pids, nil
}

var errNoProcess = errors.New("the renderer process of the tab is not known")

// findProcess finds the renderer process of a new tab. before are the renderer processes that ran before the tab was opened; no other
// tab may be opened at the same time. The protocol does not name the process of a page, and Chromium may start others at the same
// time, for pages of its own. The page's process is then the one that uses the processor when the page does.
func (t *tab) findProcess(root, page session, before []int) error {
	if t.browser.remote() {
		return nil
	}
	now, err := rendererProcesses(root)
	if err != nil {
		return err
	}
	started := slices.DeleteFunc(now, func(pid int) bool { return slices.Contains(before, pid) })
	if len(started) == 0 {
		return errNoProcess
	}
	pid := started[0]
	if len(started) > 1 {
		if pid, err = busiest(started, func() error { return keepBusy(page) }); err != nil {
			return err
		}
	}
	t.process, err = openProcess(pid)
	return err
}

// busiest returns the process that uses the most processor time during the work.
func busiest(pids []int, work func() error) (int, error) {
	used := map[int]int64{}
	for _, pid := range pids {
		used[pid] = -cpuTime(pid)
	}
	if err := work(); err != nil {
		return 0, err
	}
	for _, pid := range pids {
		used[pid] += cpuTime(pid)
	}
	return slices.MaxFunc(pids, func(a, b int) int { return cmp.Compare(used[a], used[b]) }), nil
}

// keepBusy makes the page's process use at least 20 ms of processor time.
func keepBusy(page session) error {
	const work = "for (const end = performance.now() + 20; performance.now() < end;) ;"
	_, err := proto.RuntimeEvaluate{Expression: work}.Call(page)
	return err
}

// networkService is the type, in SystemInfo.getProcessInfo, of the process of a browser that loads resources.
const networkService = "network.mojom.NetworkService"

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
	return err == nil && !slices.Contains(pids, b.network.Pid)
}

// findNetwork finds the network process. The first call that needs it, which is about cookies, starts it.
func (b *browser) findNetwork(root session) error {
	if _, err := (proto.StorageGetCookies{}).Call(root); err != nil {
		return err
	}
	pids, err := processesOf(root, networkService)
	switch {
	case err != nil || len(pids) == 0: // without such a process, the browser process loads resources
		return err
	case b.remote():
		b.network = &process{&os.Process{Pid: pids[0]}} // whose number only the browser knows
		return nil
	}
	b.network, err = openProcess(pids[0])
	return err
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

package chrome

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"syscall"

	"github.com/go-rod/rod/lib/proto"

	"platen/adapters/internal/osprocess"
	"platen/domain"
	"platen/ports"
)

// rendererProcess is the renderer process of a tab.
type rendererProcess interface {
	// status returns the memory of the process and whether a signal stopped it. An error means that it has ended.
	status() (osprocess.Status, error)
	// measurePeak begins to measure the most memory that the process uses; peak is 0 if that is unknown.
	measurePeak() (peak func() domain.ByteSize)
	// kill ends the process. It does not wait.
	kill() error
}

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
		t.process = remoteRenderer{t}
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
	local, err := openProcess(pid)
	if err == nil {
		t.process = local
	}
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

// networkService is the process of a browser that loads resources.
type networkService interface{ ended() bool }

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

// process is a child process of the browser. It is not a child of this program, so that after its end another process may get its
// number; on Linux it always means the same process (pidfd_open(2)). Safe for concurrent use.
type process struct{ *os.Process }

// openProcess opens a running process.
func openProcess(pid int) (p process, err error) {
	if p.Process, err = os.FindProcess(pid); err == nil {
		err = p.Signal(syscall.Signal(0))
	}
	if err != nil {
		return p, fmt.Errorf("open process %d: %w", pid, err)
	}
	return p, nil
}

// ended reports whether the process has ended. It is true before other processes can see that the connections of this one are closed:
// the kernel first frees the memory of an ending process, then closes its descriptors, and reports the end last.
func (p process) ended() bool {
	if errors.Is(p.Signal(syscall.Signal(0)), os.ErrProcessDone) {
		return true
	}
	status, err := p.status()
	return err != nil || status.Resident == 0
}

// kill ends the process. It does not wait.
func (p process) kill() error {
	if err := p.Kill(); !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	return nil
}

func (p process) status() (osprocess.Status, error) { return osprocess.StatusOf(p.Pid) }

func (p process) measurePeak() (peak func() domain.ByteSize) { return osprocess.MeasurePeak(p.Pid) }

package keyfile

import (
	"errors"
	"path/filepath"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"
	"go.uber.org/zap"
)

// settle is how long a change may take: a file that is written in several steps is read once.
const settle = 100 * time.Millisecond

// watch tells when a file may have changed. It watches folders, since a file that is replaced takes its watch
// along: the one of the path and, where that is a symbolic link, the one of what it leads to.
type watch struct {
	path    string
	changed func()
	log     *zap.Logger
	watcher *fsnotify.Watcher
	done    sync.WaitGroup
}

// newWatch watches from now on; start begins to tell.
func newWatch(path string, changed func(), log *zap.Logger) (*watch, error) {
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	w := &watch{path: path, changed: changed, log: log, watcher: watcher}
	if err := w.follow(); err != nil {
		return nil, errors.Join(err, watcher.Close())
	}
	return w, nil
}

// follow watches the folders of the path as it leads now.
func (w *watch) follow() error {
	if err := w.watcher.Add(filepath.Dir(w.path)); err != nil {
		return err
	}
	target, err := filepath.EvalSymlinks(w.path)
	if err != nil {
		// It does not lead anywhere now. The first folder tells when it does.
		return nil //nolint:nilerr // reading the file says so better
	}
	return w.watcher.Add(filepath.Dir(target))
}

// start tells of changes until close.
func (w *watch) start() { w.done.Go(w.run) }

func (w *watch) run() {
	var settled <-chan time.Time // nil: nothing happened
	for {
		select {
		case _, open := <-w.watcher.Events:
			if !open {
				return
			}
		case err, open := <-w.watcher.Errors:
			if !open {
				return
			}
			// Events may be lost: as good as a change.
			w.log.Warn("watching the keys file", zap.Error(err))
		case <-settled:
			settled = nil
			if err := w.follow(); err != nil {
				w.log.Error("the keys file cannot be watched", zap.Error(err))
			}
			w.changed()
			continue
		}
		// Not put off by later events, or a busy folder would put it off for ever.
		if settled == nil {
			settled = time.After(settle)
		}
	}
}

// close ends the watching, and returns when nothing is told any more. A second call does nothing.
func (w *watch) close() error {
	err := w.watcher.Close()
	w.done.Wait()
	return err
}

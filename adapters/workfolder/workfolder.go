// Package workfolder gives each running instance a folder for the files of its engines, and removes the folders of
// instances that were killed.
//
// A folder is named platen-work-* and is in the temporary folder. Its owner is the process that holds the lock (flock(2)) on it, which
// programs that clean temporary folders respect, too. The kernel releases the lock when the process ends, however it ends.
package workfolder

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"platen/domain"

	"go.uber.org/zap"
	"golang.org/x/sys/unix"
)

const prefix = "platen-work-"

// Folder is the work folder of this instance.
type Folder struct {
	path string
	lock *os.File // the folder itself
}

// Open removes the folders whose instances have ended and makes one for this instance. A folder that cannot be removed
// is logged.
func Open(log *zap.Logger) (*Folder, error) {
	sweep(os.TempDir(), log)
	for {
		folder, err := create(os.TempDir())
		if err != nil {
			return nil, fmt.Errorf("make a work folder in the temporary folder: %w", err)
		}
		if folder != nil {
			return folder, nil
		}
	}
}

// Path is the folder's path. Everything in it is removed by Close.
func (f *Folder) Path() string { return f.path }

// Close removes the folder. A second call does nothing.
func (f *Folder) Close() error {
	defer f.lock.Close()
	return os.RemoveAll(f.path)
}

// create makes a folder and locks it; nil if another instance swept it in between.
func create(parent string) (*Folder, error) {
	path, err := os.MkdirTemp(parent, prefix)
	if err != nil {
		return nil, err
	}
	lock, err := tryLock(path)
	switch {
	case err == nil:
		return &Folder{path: path, lock: lock}, nil
	case errors.Is(err, errTaken), errors.Is(err, os.ErrNotExist):
		return nil, nil //nolint:nilnil // the next attempt makes another folder
	default:
		return nil, errors.Join(err, os.RemoveAll(path))
	}
}

// errTaken: another process holds the lock.
var errTaken = errors.New("the folder belongs to another process")

// tryLock locks a folder. It fails with errTaken if the folder has an owner, and with os.ErrNotExist if it was removed.
func tryLock(folder string) (*os.File, error) {
	lock, err := os.OpenFile(folder, unix.O_DIRECTORY|unix.O_NOFOLLOW, 0)
	if err != nil {
		return nil, err
	}
	err = unix.Flock(int(lock.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		err = errTaken
	}
	if err == nil {
		_, err = os.Lstat(folder) // it may have been removed before it was locked
	}
	if err != nil {
		lock.Close()
		return nil, err
	}
	return lock, nil
}

// sweep removes the folders in parent that have no owner.
func sweep(parent string, log *zap.Logger) {
	// An invalid pattern or an unreadable folder is not reported here; making the instance's own folder reports it.
	folders, _ := filepath.Glob(filepath.Join(parent, prefix+"*"))
	for _, folder := range folders {
		if !ours(folder) {
			continue
		}
		switch err := sweepOne(folder); {
		case err == nil:
			log.Info("removed the work folder of an instance that was killed", zap.String("path", folder))
		case errors.Is(err, errTaken), errors.Is(err, os.ErrNotExist):
		default:
			log.Warn("a work folder in the temporary folder cannot be removed", zap.String("path", folder), zap.Error(err))
		}
	}
}

// sweepOne removes a folder, or fails with errTaken if it has an owner.
func sweepOne(folder string) error {
	lock, err := tryLock(folder)
	if err != nil {
		return err
	}
	defer lock.Close()
	if os.Remove(folder) == nil {
		return errTaken // it was empty: its owner is about to lock it, and makes another one
	}
	return os.RemoveAll(folder)
}

// ours reports whether the folder belongs to this user: in a shared temporary folder any user can make one of that name.
func ours(path string) bool {
	info, err := os.Lstat(path)
	if err != nil || !info.IsDir() {
		return false
	}
	stat, is := info.Sys().(*syscall.Stat_t)
	return is && int(stat.Uid) == os.Geteuid()
}

// least is the free space without which engines fail, each in its own way.
const least = domain.MiB

// Full returns an error if the temporary folder has no room left. It answers at once.
func (f *Folder) Full() error {
	var stat unix.Statfs_t
	if err := unix.Statfs(f.path, &stat); err != nil {
		return fmt.Errorf("the temporary folder cannot be used: %w", err)
	}
	free := domain.ByteSize(stat.Bavail) * domain.ByteSize(stat.Bsize) //nolint:gosec // no disk has 2^63 bytes
	if free < least || stat.Files > 0 && stat.Ffree == 0 {
		return fmt.Errorf("the temporary folder %s is full: make room, or set TMPDIR to a folder that has some", os.TempDir())
	}
	return nil
}

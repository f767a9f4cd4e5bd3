// Package workfolder gives each running instance a folder for the files of its engines, and removes the folders of
// instances that were killed.
//
// A folder is named platen-instance-* and is in the temporary folder. Its owner is the process that holds the lock (flock(2))
// on the file owner.lock in it. The kernel releases the lock when the process ends, however it ends.
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

const (
	prefix   = "platen-instance-"
	lockName = "owner.lock"
)

// Folder is the work folder of this instance.
type Folder struct {
	path string
	lock *os.File
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
	err := remove(f.path)
	f.lock.Close()
	return err
}

// create makes a folder and locks it; nil if another instance swept it in between.
func create(parent string) (*Folder, error) {
	path, err := os.MkdirTemp(parent, prefix)
	if err != nil {
		return nil, err
	}
	lock, err := tryLock(path, os.O_CREATE)
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

// tryLock locks a folder. It fails with errTaken if the folder has an owner, and with os.ErrNotExist if it has no lock file or is
// being removed.
func tryLock(folder string, flag int) (*os.File, error) {
	name := filepath.Join(folder, lockName)
	lock, err := os.OpenFile(name, os.O_RDWR|unix.O_NOFOLLOW|flag, 0o600)
	if err != nil {
		return nil, err
	}
	err = unix.Flock(int(lock.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		err = errTaken
	}
	if err == nil {
		err = checkPlace(lock, name)
	}
	if err != nil {
		lock.Close()
		return nil, err
	}
	return lock, nil
}

// checkPlace returns an error if an open file has been removed or renamed.
func checkPlace(file *os.File, name string) error {
	opened, err := file.Stat()
	if err != nil {
		return err
	}
	named, err := os.Lstat(name)
	if err != nil {
		return err
	}
	if !os.SameFile(opened, named) {
		return os.ErrNotExist
	}
	return nil
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
		case errors.Is(err, errTaken):
		default:
			log.Warn("a work folder in the temporary folder cannot be removed", zap.String("path", folder), zap.Error(err))
		}
	}
}

// sweepOne removes a folder, or fails with errTaken if it has an owner.
func sweepOne(folder string) error {
	lock, err := tryLock(folder, 0)
	if errors.Is(err, os.ErrNotExist) {
		// Its owner is about to lock it, has just emptied it, or was killed at that moment. If the folder is empty, it can be
		// removed: a new owner makes another one.
		if err := os.Remove(folder); err == nil || errors.Is(err, os.ErrNotExist) || errors.Is(err, unix.ENOTEMPTY) {
			return errTaken
		}
		return err
	}
	if err != nil {
		return err
	}
	defer lock.Close()
	return remove(folder)
}

// remove removes a folder, for the owner of its lock. It removes the lock file last, so that a later sweep can finish an
// interrupted removal.
func remove(folder string) error {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	for _, entry := range entries {
		if entry.Name() != lockName {
			err = errors.Join(err, os.RemoveAll(filepath.Join(folder, entry.Name())))
		}
	}
	if err != nil {
		return err
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

package workfolder

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"

	"platen/domain"
)

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

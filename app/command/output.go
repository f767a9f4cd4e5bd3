package command

import (
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2"
)

// checkOutputs fails if writeOutput could not write one of the files. It is for before the work whose result they get. Empty
// paths are left out.
func checkOutputs(paths ...string) error {
	for _, path := range paths {
		there, err := os.Stat(path)
		switch {
		case path == "" || path == "-":
			continue
		case err == nil && there.IsDir():
			return &os.PathError{Op: "write", Path: path, Err: errors.New("it is a folder")}
		case err == nil && !there.Mode().IsRegular():
			continue
		}
		file, err := renameio.NewPendingFile(target(path), beside(path))
		if err == nil {
			err = file.Cleanup()
		}
		if cause, is := errors.AsType[*os.PathError](err); is {
			cause.Path = path // instead of the name of a temporary file
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// writeMade makes the content of a file that a flag names, and writes it; nothing for an empty path.
func writeMade(stdout io.Writer, path string, content func() ([]byte, error)) error {
	if path == "" {
		return nil
	}
	made, err := content()
	if err != nil {
		return err
	}
	return writeOutput(stdout, path, made)
}

// writeOutput writes the whole file or none; "-" is standard output.
func writeOutput(stdout io.Writer, path string, content []byte) error {
	if path == "-" {
		_, err := stdout.Write(content)
		return err
	}
	there, err := os.Stat(path)
	if err == nil && !there.Mode().IsRegular() {
		return os.WriteFile(path, content, 0) // a pipe or a device, which is not to be replaced
	}
	return renameio.WriteFile(target(path), content, 0o666, beside(path)) // the umask decides, as for any command
}

// beside puts the file that is to replace another into the same folder.
func beside(path string) renameio.Option { return renameio.WithTempDir(filepath.Dir(target(path))) }

// target is the file that a link points to, or the path itself.
func target(path string) string {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		return target
	}
	return path
}

package command

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
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
		file, err := beside(target(path))
		if err != nil {
			return err
		}
		if err := errors.Join(file.Close(), os.Remove(file.Name())); err != nil {
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
	return replace(target(path), content)
}

// target is the file that a link points to, or the path itself.
func target(path string) string {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		return target
	}
	return path
}

// replace writes a file beside its place and moves it there.
func replace(path string, content []byte) error {
	file, err := beside(path)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	if err = errors.Join(err, file.Close()); err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		os.Remove(file.Name())
	}
	return err
}

// beside makes a file in the same folder.
func beside(path string) (*os.File, error) {
	name := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+"."+strconv.Itoa(os.Getpid()))
	return os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666) //nolint:gosec // the umask decides, as for any command
}

package command

import (
	"errors"
	"io"
	"os"
)

// checkOutputs fails if one of the files cannot be written. It is for before the work whose result they get. Empty paths are left out.
func checkOutputs(paths ...string) error {
	for _, path := range paths {
		there, absent := os.Stat(path)
		if path == "" || path == "-" || absent == nil && !there.Mode().IsRegular() && !there.IsDir() { // nobody may read the pipe yet
			continue
		}
		file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o666) //nolint:gosec // the umask decides, as for any command
		if err != nil {
			return err
		}
		if err = file.Close(); absent != nil {
			err = errors.Join(err, os.Remove(path))
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

// writeOutput writes a file; "-" is standard output.
func writeOutput(stdout io.Writer, path string, content []byte) error {
	if path == "-" {
		_, err := stdout.Write(content)
		return err
	}
	return os.WriteFile(path, content, 0o666) //nolint:gosec // the umask decides, as for any command
}

package comparereport

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// The names in the folder.
const (
	reportFile = "report.json"
	indexFile  = "index.html"
	pagesDir   = "pages"
)

// ownerFile tells the folder of a report from one with files of somebody else that have the same names.
var ownerFile = filepath.Join(pagesDir, "README.txt")

const ownerText = "platen compare made this folder. The next report in its place replaces it, with index.html and report.json beside it.\n"

// openFolder makes the folder if there is none, and removes what an earlier report left in it. It fails if other files of the
// same names are in it; all others stay.
func openFolder(path string) (*os.Root, error) {
	if err := os.MkdirAll(path, 0o750); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil, err
	}
	if err := prepare(root); err != nil {
		return nil, errors.Join(err, root.Close())
	}
	return root, nil
}

func prepare(root *os.Root) error {
	_, err := root.Stat(ownerFile)
	switch {
	case err == nil:
		err = errors.Join(remove(root, reportFile), remove(root, indexFile), root.RemoveAll(pagesDir))
	case errors.Is(err, os.ErrNotExist):
		err = checkFree(root)
	}
	if err != nil {
		return err
	}
	if err := root.MkdirAll(pagesDir, 0o750); err != nil {
		return err
	}
	return root.WriteFile(ownerFile, []byte(ownerText), 0o640)
}

// checkFree fails if a name is taken.
func checkFree(root *os.Root) error {
	for _, name := range []string{reportFile, indexFile, pagesDir} {
		if _, err := root.Lstat(name); err == nil {
			return fmt.Errorf("%s is not of a report: name another folder", filepath.Join(root.Name(), name))
		} else if !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}

func remove(root *os.Root, name string) error {
	if err := root.Remove(name); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

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
	// pdfsDir has a folder of PDFs for each engine.
	pdfsDir = "pdfs"
	// unfinishedDir holds a report until it is whole.
	unfinishedDir = ".platen-unfinished"
)

// ownerFile distinguishes the folder of a report from one with files of somebody else that have the same names.
const ownerFile = pagesDir + "/README.txt"

const ownerText = "platen compare made this folder. The next report in its place replaces it, with pdfs, index.html and report.json " +
	"beside it.\n"

// folder is where a report is made. An earlier report in it stays until the new one is whole.
type folder struct {
	whole, unfinished *os.Root
	// made: the folder was not there before.
	made bool
}

// openFolder makes the folder if there is none. It fails if files of the same names are in it that no report wrote.
func openFolder(path string) (*folder, error) {
	_, err := os.Stat(path)
	f := &folder{made: errors.Is(err, os.ErrNotExist)}
	if err := os.MkdirAll(path, 0o750); err != nil {
		return nil, err
	}
	if f.whole, err = os.OpenRoot(path); err != nil {
		return nil, err
	}
	if err := f.prepare(); err != nil {
		return nil, errors.Join(err, f.close())
	}
	return f, nil
}

func (f *folder) prepare() error {
	if _, err := f.whole.Stat(ownerFile); errors.Is(err, os.ErrNotExist) {
		if err := checkFree(f.whole); err != nil {
			return err
		}
	} else if err != nil {
		return err
	}
	if err := f.whole.RemoveAll(unfinishedDir); err != nil { // of a killed process
		return err
	}
	for _, name := range []string{pagesDir, pdfsDir} {
		if err := f.whole.MkdirAll(filepath.Join(unfinishedDir, name), 0o750); err != nil {
			return err
		}
	}
	var err error
	if f.unfinished, err = f.whole.OpenRoot(unfinishedDir); err != nil {
		return err
	}
	return f.unfinished.WriteFile(ownerFile, []byte(ownerText), 0o640)
}

// checkFree fails if a name is taken.
func checkFree(root *os.Root) error {
	for _, name := range []string{reportFile, indexFile, pagesDir, pdfsDir} {
		if _, err := root.Lstat(name); err == nil {
			return fmt.Errorf("%s is not of a report: name another folder", filepath.Join(root.Name(), name))
		} else if !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}

// finish puts the report in the place of an earlier one. Pages go last and come first, since they mark the files beside them as
// those of a report.
func (f *folder) finish() error {
	for _, name := range []string{reportFile, indexFile, pdfsDir, pagesDir} {
		if err := f.whole.RemoveAll(name); err != nil {
			return err
		}
	}
	for _, name := range []string{pagesDir, pdfsDir, indexFile, reportFile} {
		if err := f.whole.Rename(filepath.Join(unfinishedDir, name), name); err != nil {
			return err
		}
	}
	f.made = false
	return nil
}

// close removes what is not finished.
func (f *folder) close() (err error) {
	if f.unfinished != nil {
		err = errors.Join(f.unfinished.Close(), f.whole.RemoveAll(unfinishedDir))
	}
	if f.made {
		err = errors.Join(err, os.Remove(f.whole.Name()))
	}
	return errors.Join(err, f.whole.Close())
}

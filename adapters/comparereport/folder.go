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

// prepare makes the folder in which the report is unfinished. It fails if the whole one has files of those names that no report wrote.
func (w *Writer) prepare() error {
	if _, err := w.whole.Stat(ownerFile); errors.Is(err, os.ErrNotExist) {
		if err := checkFree(w.whole); err != nil {
			return err
		}
	} else if err != nil {
		return err
	}
	if err := w.whole.RemoveAll(unfinishedDir); err != nil { // of a killed process
		return err
	}
	for _, name := range []string{pagesDir, pdfsDir} {
		if err := w.whole.MkdirAll(filepath.Join(unfinishedDir, name), 0o750); err != nil {
			return err
		}
	}
	var err error
	if w.unfinished, err = w.whole.OpenRoot(unfinishedDir); err != nil {
		return err
	}
	return w.unfinished.WriteFile(ownerFile, []byte(ownerText), 0o640)
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

// putInPlace puts the report in the place of an earlier one. Pages go last and come first, since they mark the files beside them as
// those of a report.
func (w *Writer) putInPlace() error {
	for _, name := range []string{reportFile, indexFile, pdfsDir, pagesDir} {
		if err := w.whole.RemoveAll(name); err != nil {
			return err
		}
	}
	for _, name := range []string{pagesDir, pdfsDir, indexFile, reportFile} {
		if err := w.whole.Rename(filepath.Join(unfinishedDir, name), name); err != nil {
			return err
		}
	}
	w.made = false
	return nil
}

// Close lets go of the folder. Without Finish, the folder is as it was before.
func (w *Writer) Close() (err error) {
	if w.unfinished != nil {
		err = errors.Join(w.unfinished.Close(), w.whole.RemoveAll(unfinishedDir))
	}
	if w.made {
		err = errors.Join(err, os.Remove(w.whole.Name()))
	}
	return errors.Join(err, w.whole.Close())
}

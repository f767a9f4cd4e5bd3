package comparereport

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
)

// Accept copies an engine's PDFs of documents from a report's folder into another folder, which it makes if there is none. Nothing is
// copied unless all can be read and written.
func Accept(dir, engine, to string, documents []string) (err error) {
	from, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, from.Close()) }()
	_, missing := os.Stat(to)
	if err := os.MkdirAll(to, 0o750); err != nil {
		return err
	}
	golden, err := os.OpenRoot(to)
	if err != nil {
		return err
	}
	defer func() {
		err = errors.Join(err, golden.RemoveAll(unfinishedDir), golden.Close())
		if err != nil && missing != nil {
			_ = os.Remove(to) // which is empty, unless a part was copied
		}
	}()
	for _, document := range documents {
		content, err := from.ReadFile(pdfName(document, engine))
		if err == nil {
			err = write(golden, path.Join(unfinishedDir, document+".pdf"), content)
		}
		if err != nil {
			return fmt.Errorf("copy %s: %w", document, err)
		}
	}
	for _, document := range documents {
		name := filepath.FromSlash(document + ".pdf")
		if err := golden.MkdirAll(filepath.Dir(name), 0o750); err != nil {
			return err
		}
		if err := golden.Rename(path.Join(unfinishedDir, name), name); err != nil {
			return err
		}
	}
	return nil
}

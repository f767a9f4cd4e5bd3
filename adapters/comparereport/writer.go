// Package comparereport is the ports.ComparisonReport as a folder: report.json for programs, and
// index.html with pictures for people. It needs no network: everything is in the page or beside it.
package comparereport

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path"
	"strconv"
	"strings"

	"platen/adapters/internal/pagepng"
	"platen/domain/comparison"
	"platen/ports"
)

var _ ports.ComparisonReport = (*Writer)(nil)

// Writer writes a folder. An earlier report in it stays until the new one is whole.
type Writer struct {
	whole, unfinished *os.Root
	// made: the folder was not there before.
	made bool
}

// New makes the folder if there is none. It fails if the folder has files with the names of a report's that no report wrote; all
// others stay. Finish replaces an earlier report.
func New(dir string) (*Writer, error) {
	_, err := os.Stat(dir)
	w := &Writer{made: errors.Is(err, os.ErrNotExist)}
	if err = os.MkdirAll(dir, 0o750); err == nil {
		w.whole, err = os.OpenRoot(dir)
	}
	if err == nil {
		if err = w.prepare(); err != nil {
			err = errors.Join(err, w.Close())
		}
	}
	if err != nil {
		return nil, fmt.Errorf("the folder of the report: %w", err)
	}
	return w, nil
}

// Picture writes a PNG.
func (w *Writer) Picture(p comparison.Picture) error {
	name := PictureName(p.Document, p.Engine, p.Page, p.Kind)
	if err := w.unfinished.MkdirAll(path.Dir(name), 0o750); err != nil {
		return err
	}
	file, err := w.unfinished.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(pagepng.Encode(file, p.Image), file.Close())
}

// PictureName is a picture's path within the folder.
func PictureName(document, engine string, page int, kind comparison.PictureKind) string {
	return path.Join(picturesOf(document), engine+"-"+strconv.Itoa(page)+suffixes[kind]+".png")
}

// picturesOf is the folder of a document's pictures: its name, where that can be a folder's. A name that cannot gets a tilde.
func picturesOf(document string) string {
	if inside := path.Join(pagesDir, document); fs.ValidPath(document) && document != "." && inside != ownerFile {
		return inside
	}
	return path.Join(pagesDir, strings.ReplaceAll(document, "/", "~")+"~")
}

// address is a path as a page refers to it.
func address(name string) string {
	parts := strings.Split(name, "/")
	for i := range parts {
		parts[i] = url.PathEscape(parts[i])
	}
	return strings.Join(parts, "/")
}

var suffixes = map[comparison.PictureKind]string{comparison.DrawnPage: "", comparison.HeatMap: "-heat"}

// PDF writes a file, so that the folder of an engine is a folder of PDFs for further comparisons.
func (w *Writer) PDF(document, engine string, pdf []byte) error {
	return write(w.unfinished, pdfName(document, engine), pdf)
}

// pdfName is a PDF's path within the folder.
func pdfName(document, engine string) string { return pdfsDir + "/" + engine + "/" + document + ".pdf" }

func write(root *os.Root, name string, content []byte) error {
	if err := root.MkdirAll(path.Dir(name), 0o750); err != nil {
		return err
	}
	return root.WriteFile(name, content, 0o640)
}

// Finish writes index.html and report.json.
func (w *Writer) Finish(summary comparison.Summary) error {
	page, err := indexPage(summary)
	if err != nil {
		return fmt.Errorf("make %s: %w", indexFile, err)
	}
	if err := w.unfinished.WriteFile(indexFile, page, 0o640); err != nil {
		return err
	}
	content, err := json.MarshalIndent(summary.Report, "", " ")
	if err != nil {
		return err
	}
	if err := w.unfinished.WriteFile(reportFile, append(content, '\n'), 0o640); err != nil {
		return err
	}
	return w.putInPlace()
}

// Package pdffolder is the ports.Source over a folder of finished PDFs of any origin: NAME.pdf for NAME.json. Comparisons use it for
// the output of other products, and for older output.
package pdffolder

import (
	"context"
	"errors"
	"fmt"
	"os"

	"platen/domain"
	"platen/ports"
)

var _ ports.Source = (*Source)(nil)

// Source reads a folder.
type Source struct {
	folder string
	maxPDF domain.ByteSize
}

// New makes a Source. An error means that there is no such folder.
func New(folder string, maxPDF domain.ByteSize) (*Source, error) {
	info, err := os.Stat(folder)
	switch {
	case err != nil:
		return nil, fmt.Errorf("the folder of PDFs: %w", err)
	case !info.IsDir():
		return nil, fmt.Errorf("%s is no folder: name the one that holds NAME.pdf for each NAME.json", folder)
	}
	return &Source{folder, maxPDF}, nil
}

// PDF reads the sample's file. It does not follow links that lead out of the folder.
func (s *Source) PDF(_ context.Context, sample ports.Sample) (domain.Document, error) {
	root, err := os.OpenRoot(s.folder)
	if err != nil {
		return domain.Document{}, err
	}
	defer func() { _ = root.Close() }()
	info, err := root.Stat(sample.Name + ".pdf")
	switch {
	case errors.Is(err, os.ErrNotExist):
		return domain.Document{}, ports.NoDocumentError("there is no " + sample.Name + ".pdf")
	case err != nil:
		return domain.Document{}, err
	case !info.Mode().IsRegular(): // to open a pipe takes for ever
		return domain.Document{}, fmt.Errorf("%s.pdf is no regular file", sample.Name)
	case info.Size() > int64(s.maxPDF):
		return domain.Document{}, fmt.Errorf("%s.pdf has more than %s", sample.Name, s.maxPDF)
	}
	content, err := root.ReadFile(sample.Name + ".pdf")
	return domain.Document{PDF: content}, err
}

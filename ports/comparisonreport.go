package ports

import "platen/domain/comparison"

// ComparisonReport keeps what a comparison finds, for people and programs to read.
type ComparisonReport interface {
	// Picture keeps a picture, which must not change any more. Safe for concurrent use.
	Picture(picture comparison.Picture) error
	// PDF keeps what an engine made of a document. Safe for concurrent use.
	PDF(document, engine string, pdf []byte) error
	// Finish writes the report. It is called once, after the last Picture.
	Finish(summary comparison.Summary) error
}

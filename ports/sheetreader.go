package ports

import "context"

// SheetReader reads style sheets, whose page rules decide the paper of a document.
type SheetReader interface {
	// ReadSheet returns the text of the style sheet at an http, https or data address. It loads the sheet in the scope of
	// the document, so that the document's prints receive the same answer. An error means that the
	// sheet could not be loaded, or that engines do not use it as a style sheet. Safe for concurrent use.
	ReadSheet(ctx context.Context, scope NetworkScope, address string) (string, error)
}

package comparison

import "platen/domain"

// Preview is what becomes of a request that is being edited: one rendering, or two and how they differ.
type Preview struct {
	Renders []PreviewRender `json:"renders"`
	// Missing are the names of placeholders without a value.
	Missing []string `json:"missing"`
	// Mend is what the author has to mend before a document that is asked to keep PDF/UA can.
	Mend []PreviewPlace `json:"mend"`
	// Rows are the pages, of both engines where there are two.
	Rows  []Row  `json:"rows"`
	Marks []Mark `json:"marks"`
	// Comparison is nil where there are no two renderings.
	Comparison *Comparison `json:"comparison"`
	// Drawn is the number of pages of each document that are drawn and compared, at most.
	Drawn int `json:"drawn"`
	// Undrawn says why there are no pictures; empty where there are.
	Undrawn string `json:"undrawn"`
}

// PreviewRender is what an engine made of the request.
type PreviewRender struct {
	Engine string `json:"engine"`
	// Error is nil where there is a PDF; otherwise the rest is zero.
	Error *PreviewError `json:"error"`
	Pages int           `json:"pages"`
	Bytes int           `json:"bytes"`
	// Queue, Render and Compose are milliseconds, as in the header field Server-Timing.
	Queue   float64 `json:"queue_ms"`
	Render  float64 `json:"render_ms"`
	Compose float64 `json:"compose_ms"`
	// Failed are the resources that did not load, with the reasons.
	Failed []string `json:"failed"`
	// Standards is what became of the standards that were asked for, as in the header field Platen-Standards.
	Standards string   `json:"standards"`
	Fonts     []string `json:"fonts"`
	// Bookmarks are the outline of the PDF, or its beginning.
	Bookmarks []domain.Bookmark `json:"bookmarks"`
}

// PreviewPlace is a line of the request's HTML, counted from 1, and what is wrong there; 0: no line shows it.
type PreviewPlace struct {
	Line    int    `json:"line"`
	Message string `json:"message"`
}

// PreviewError is an error as a client of the API would be told it.
type PreviewError struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

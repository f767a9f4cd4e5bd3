// Package comparison holds what a comparison of engines found: the report that people and programs read.
package comparison

import (
	"time"
)

// Schema is the version of the report's JSON form.
const Schema = 1

// Report is the outcome of a comparison. Its JSON form is part of the contract (section 9): report.json.
type Report struct {
	Schema int `json:"schema"`
	// Reference is the name of the engine that the others are compared with.
	Reference string `json:"reference"`
	// Engines are in the order of the command line, the reference first.
	Engines   []Engine   `json:"engines"`
	Documents []Document `json:"documents"`
	// Sample is nil unless the documents are a sample of a service's requests.
	Sample *Sample `json:"sample,omitempty"`
}

// Sample says of a sample of requests what became of it.
type Sample struct {
	Requests int `json:"requests"`
	// LeftOut counts those that were not compared, by the reason.
	LeftOut map[string]int `json:"left_out"`
	// The medians are of the service's own renderings: of the documents that were compared, and of those that were left out.
	ComparedMedian Medians `json:"compared_median"`
	LeftOutMedian  Medians `json:"left_out_median"`
}

// Medians are those of several renderings.
type Medians struct {
	Pages int     `json:"pages"`
	Time  float64 `json:"ms"`
}

// Engine is a source of PDFs that takes part.
type Engine struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// Document is one request, rendered by every engine.
type Document struct {
	Name string `json:"name"`
	// Of a request that a service answered: its id, and the digest of its templates. Otherwise empty.
	RequestID string `json:"request_id,omitempty"`
	Template  string `json:"template,omitempty"`
	// Renders are by the names of the engines.
	Renders map[string]Render `json:"renders"`
	// Comparisons are one for each engine but the reference, in their order.
	Comparisons []Comparison `json:"comparisons"`
	// Unseen are words of the request that no engine shows, if that was asked for.
	Unseen []string `json:"-"`
}

// Render is what one engine made of a document.
type Render struct {
	// Error is nil if there is a PDF; otherwise the other fields are zero.
	Error *string `json:"error"`
	Pages int     `json:"pages"`
	Bytes int     `json:"bytes"`
	// P50 is the median time of the runs, in milliseconds; 0 for a finished PDF.
	P50 float64 `json:"p50_ms"`
	// Memory is the most that the engine's process held while it rendered the document, without the files that it maps; 0 if that is
	// not known, as for other servers.
	Memory int64 `json:"memory_bytes,omitempty"`
	// Fingerprint is what the document depends on, as a domain.Fingerprint; empty if that is not known.
	Fingerprint string `json:"fingerprint,omitempty"`
	// LeftOut is what the source does not print of any request, as in "the header and the footer"; empty: nothing.
	LeftOut         string   `json:"left_out,omitempty"`
	FailedResources int      `json:"failed_resources"`
	Fonts           []string `json:"fonts"`
	// Paper is the width and height of each page in millimetres.
	Paper [][2]float64 `json:"paper_mm"`
	// Margins are the distances of each page's content from the paper's edges in millimetres: top, right, bottom, left. A blank
	// page has nil. There are none where pages were not drawn.
	Margins []*[4]float64 `json:"margins_mm,omitempty"`
	// Standards is what became of the standards that were asked for, as in the header field Platen-Standards; empty: none were, or it is not
	// known, as for other servers.
	Standards string `json:"standards,omitempty"`
	// FaintText is what has too little contrast, with its page, if the document was to be accessible: the first of equal ones on a page.
	FaintText []string `json:"faint_text,omitempty"`
	// Title is the PDF's; Links and Bookmarks are their numbers.
	Title     string `json:"title,omitempty"`
	Links     int    `json:"links"`
	Bookmarks int    `json:"bookmarks"`
}

// Verdict says in a word how far two renderings differ.
type Verdict string

// The verdicts, from the best to the worst.
const (
	// Identical: the same words at the same places, and no visible pixel changed.
	Identical Verdict = "identical"
	// Similar: a reader notices the difference only when looking for it.
	Similar Verdict = "similar"
	// Different: visible; the document still says the same.
	Different Verdict = "different"
	// Broken: words lost, changed, cut, invisible, on top of each other, turned, struck through or no longer so, a control in another
	// state, another bar code or QR code, pictures lost, or no PDF.
	Broken Verdict = "broken"
	// New: the reference has no such document, so there is nothing to compare. The score is 0.
	New Verdict = "new"
)

// Verdicts are all verdicts, from the best to the worst, and New.
func Verdicts() []Verdict { return []Verdict{Identical, Similar, Different, Broken, New} }

// Comparison is how an engine's rendering differs from the reference's.
type Comparison struct {
	Engine string `json:"engine"`
	// Score is from 0, the same to the eye, to 100.
	Score   float64 `json:"score"`
	Verdict Verdict `json:"verdict"`
	// Reasons are for people, the weightiest first; none if nothing differs.
	Reasons []string `json:"reasons"`
	Words   Words    `json:"words"`
	Pages   []Page   `json:"pages"`
	// Structure is nil where one of the PDFs is not there.
	Structure *Structure `json:"structure,omitempty"`
	// Rows and Marks are what people are shown beside the numbers.
	Rows  []Row  `json:"-"`
	Marks []Mark `json:"-"`
}

// Structure is what readers show beside the pages, as far as only one of the PDFs has it. Only missing links change the score.
type Structure struct {
	// Links are addresses, Bookmarks titles, each once. Missing ones are only in the reference.
	MissingLinks     []string `json:"missing_links"`
	ExtraLinks       []string `json:"extra_links"`
	MissingBookmarks []string `json:"missing_bookmarks"`
	ExtraBookmarks   []string `json:"extra_bookmarks"`
}

// Words counts how the words of the two renderings match.
type Words struct {
	Matched int `json:"matched"`
	// Missing words are only in the reference, Extra words only in the engine's PDF. A changed word counts as both.
	Missing int `json:"missing"`
	Extra   int `json:"extra"`
	// Moved words match, and stand at a visibly different place.
	Moved       int     `json:"moved"`
	MedianShift float64 `json:"median_shift_mm"`
	MaxShift    float64 `json:"max_shift_mm"`
}

// Page compares one page.
type Page struct {
	// Page counts from 1.
	Page  int     `json:"page"`
	Score float64 `json:"score"`
	// ChangedPixels is the share of the page's area that visibly differs, from 0 to 1.
	ChangedPixels float64 `json:"changed_pixels"`
	// Similarity is the mean structural similarity of its aligned blocks, at most 1.
	Similarity float64 `json:"similarity"`
}

// Summary is a finished comparison.
type Summary struct {
	Report Report
	// Headline is the result in one or two sentences.
	Headline string
	// Choices say in a sentence for each document which engine suits it; none where nobody asked.
	Choices []string
}

// Shadow is a document that was rendered by a second engine as well, after its client had it. Its JSON form is a line of
// shadow.dir: numbers, and nothing of the request's text.
type Shadow struct {
	// Time is when the result was there.
	Time time.Time `json:"time"`
	// Engines are the engine of the service, which is the reference, and the second one.
	Engines []Engine `json:"engines"`
	// LeftOut is why the document was not compared; empty: it was. Then there is a render by the first engine alone.
	LeftOut string `json:"left_out,omitempty"`
	Document
}

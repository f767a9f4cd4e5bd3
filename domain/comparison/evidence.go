package comparison

import "image"

// Picture is the drawing of a page, for the report.
type Picture struct {
	Document, Engine string
	// Page counts from 1, in the engine's own document.
	Page int
	Kind PictureKind
	image.Image
}

// PictureKind says what a picture shows.
type PictureKind string

// The kinds of pictures.
const (
	// DrawnPage is a page of the reference or the engine.
	DrawnPage PictureKind = "page"
	// HeatMap is transparent, and has a colour where a pixel visibly differs from the reference's.
	HeatMap PictureKind = "heat"
)

// Row is two pages side by side.
type Row struct {
	// Reference and Candidate are page numbers from 1; 0 if there is no such page.
	Reference int `json:"a"`
	Candidate int `json:"b"`
	// Size is that of the larger page, in millimetres.
	Size [2]float64 `json:"size"`
	// Score is the page's.
	Score float64 `json:"score"`
	// Same: both pictures are the same, and there is only the reference's.
	Same bool `json:"same,omitempty"`
	// Gutter is how much differs along the page's height, from the top: shares of the width, from 0 to 1.
	Gutter []float64 `json:"gutter,omitempty"`
}

// Mark is a place on a page that differs.
type Mark struct {
	Kind MarkKind `json:"kind"`
	Text string   `json:"text,omitempty"`
	// Row counts from 0. From is on the reference's page, To on the engine's, in millimetres: left, top, width, height.
	Row  int         `json:"row"`
	From *[4]float64 `json:"from,omitempty"`
	To   *[4]float64 `json:"to,omitempty"`
	// ToRow is the row of To if it is not Row.
	ToRow *int `json:"toRow,omitempty"`
}

// MarkKind says what differs at a place.
type MarkKind string

// The kinds of marks.
const (
	MissingWord     MarkKind = "missing"
	ExtraWord       MarkKind = "extra"
	ChangedWord     MarkKind = "changed"
	MovedWord       MarkKind = "moved"
	CutWord         MarkKind = "cut"
	InvisibleWord   MarkKind = "invisible"
	OverprintedWord MarkKind = "overprinted"
	RestyledWord    MarkKind = "look"
	LostPicture     MarkKind = "picture"
	IgnoredRegion   MarkKind = "ignored"
)

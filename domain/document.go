package domain

import (
	"strings"
	"time"
	"unicode"
)

// Document is the finished answer to a Request.
type Document struct {
	// PDF is a whole PDF file. It belongs to the caller.
	PDF []byte
	// Pages is the number of its pages, at least 1.
	Pages int
	// Engine is the name of the engine that printed it, as in the configuration.
	Engine string
	// Fingerprint names what the document depends on.
	Fingerprint Fingerprint
	// Missing is the number of placeholders without a value, each occurrence counted.
	Missing int
	// Traffic is what the document, its header and its footer asked the network for.
	Traffic Traffic
	// Standards are the standards that the PDF claims, and why it does not claim others that were asked for.
	Standards Conformance
	// Fetches is what the document waited for.
	Fetches Fetches
	// Timing is where the time went.
	Timing Timing
	// Memory is the most that an engine's process held for one of the prints; 0: not known.
	Memory ByteSize
}

// Timing is where a document's time went.
type Timing struct {
	// Queue is the time before it was its turn.
	Queue time.Duration
	// Render is the time in the engine, all prints together.
	Render time.Duration
	// Compose is the time for everything else: substitution, assembly, measuring and stamping.
	Compose time.Duration
}

// Stopwatch measures the time during which at least one of several things is under way. The zero value has measured nothing.
type Stopwatch struct {
	total    time.Duration
	underWay int
	since    time.Time // the last Add
}

// Add notes that so many things begin, or end if the number is negative, and returns the time so far.
func (s *Stopwatch) Add(n int) time.Duration {
	now := time.Now()
	if s.underWay > 0 {
		s.total += now.Sub(s.since)
	}
	s.underWay, s.since = s.underWay+n, now
	return s.total
}

// Metadata is what the author's HTML says of a document, as plain text without line breaks.
type Metadata struct {
	// Title is that of the title element.
	Title string
	// Language is the lang attribute of the root element, a language tag (BCP 47) such as "en-GB".
	Language string
	// Author, Description and Keywords are the contents of the meta elements of these names.
	Author, Description, Keywords string
}

// PlainText returns a text of metadata in one line, with single blanks, without control characters and what XML knows as no character.
func PlainText(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		return unicode.In(r, unicode.White_Space, unicode.Cc, unicode.Noncharacter_Code_Point)
	}), " ")
}

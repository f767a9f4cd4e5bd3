package comparison

// Summary is a finished comparison.
type Summary struct {
	Report Report
	// Headline is the result in one or two sentences.
	Headline string
	// Evidence is in the order of the documents, and of the engines within them.
	Evidence []Evidence
}

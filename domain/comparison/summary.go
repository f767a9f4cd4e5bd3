package comparison

// Summary is a finished comparison.
type Summary struct {
	Report Report
	// Headline says in a sentence or two what a decider needs.
	Headline string
	// Evidence is in the order of the documents, and of the engines within them.
	Evidence []Evidence
}

package contract

import (
	"slices"
	"strings"
)

// Case is one statement of the contract.
type Case struct {
	// ID is the section and the number in it, as in "2.4". IDs never change; a removed case leaves a gap.
	ID string
	// Name is the statement in a few words.
	Name string
	// Quotes are exact passages of the contract that the case tests.
	Quotes []string
	// Needs are what the case requires of a run.
	Needs Need

	// exchanges run in order; the first that is not as expected fails the case.
	exchanges []exchange
}

// Need is a requirement of a case beyond a server that implements the contract.
type Need int

// The needs, which can be combined.
const (
	// Layout: the server lays documents out as a browser does.
	Layout Need = 1 << iota
	// Fake: the server is platen fake, which fails on request.
	Fake
	// Slow: the case takes seconds.
	Slow
	// Disruptive: the case uses up the rate limit of the key, or fills the server's queue.
	Disruptive
)

// exchange is a request and the expectations of its answer.
type exchange struct {
	request request
	expect  []expectation
	// repeat is how often the request is sent at most until the answer has its busy status; 0: once.
	repeat int
	// flood sends the request many times at once until an answer has its busy status.
	flood bool
}

// String returns the options that a run needs for the case, and the servers that it is for.
func (n Need) String() string {
	var all []string
	for i, text := range []string{"an engine", "platen fake", "--slow", "--disruptive"} {
		if n&(1<<i) != 0 {
			all = append(all, text)
		}
	}
	return strings.Join(all, ", ")
}

// Cases returns all cases in their order.
func Cases() []Case {
	return slices.Concat(operationCases(), fieldCases(), substitutionCases(), documentCases(), resourceCases(), headerFooterCases(),
		answerCases(), failureCases())
}

// Known reports whether the text is the ID of a case or a section.
func Known(text string) bool {
	return slices.ContainsFunc(Cases(), func(c Case) bool { return c.matches(text) })
}

// matches reports whether the text is the case's ID or its section.
func (c Case) matches(text string) bool { return text == c.ID || strings.HasPrefix(c.ID, text+".") }

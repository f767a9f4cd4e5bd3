package contract

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// WriteLine writes a result as one line of text; the details of a failure follow on lines of their own.
func WriteLine(w io.Writer, r Result) {
	mark := map[Outcome]string{Pass: "ok  ", Failed: "FAIL", Skipped: "skip"}[r.Outcome]
	line := fmt.Sprintf("%s  %-5s %s", mark, r.ID, r.Name)
	switch {
	case r.Outcome == Skipped:
		line += " (" + r.Message + ")"
	case r.Message != "":
		line += "\n        " + strings.ReplaceAll(r.Message, "\n", "\n        ")
	}
	fmt.Fprintln(w, line)
}

// WriteJSON writes the results as {"cases": [{"id", "name", "result", "message"}]}.
func WriteJSON(w io.Writer, results []Result) error {
	type entry struct {
		ID      string  `json:"id"`
		Name    string  `json:"name"`
		Result  Outcome `json:"result"`
		Message string  `json:"message"`
	}
	report := struct {
		Cases []entry `json:"cases"`
	}{Cases: []entry{}}
	for _, r := range results {
		report.Cases = append(report.Cases, entry{r.ID, r.Name, r.Outcome, r.Message})
	}
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(report)
}

// The elements of a JUnit report that its readers agree on.
type (
	junitSuite struct {
		XMLName  xml.Name    `xml:"testsuite"`
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Time     string      `xml:"time,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Class   string       `xml:"classname,attr"`
		Name    string       `xml:"name,attr"`
		Time    string       `xml:"time,attr"`
		Failure *junitReason `xml:"failure"`
		Skipped *junitReason `xml:"skipped"`
	}
	junitReason struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

// WriteJUnit writes the results as a JUnit test suite.
func WriteJUnit(w io.Writer, results []Result) error {
	suite := junitSuite{Name: "platen contract", Tests: len(results)}
	total := 0.0
	for _, r := range results {
		total += r.Took.Seconds()
		section, _, _ := strings.Cut(r.ID, ".")
		c := junitCase{Class: "contract.section" + section, Name: r.ID + " " + r.Name, Time: fmt.Sprintf("%.3f", r.Took.Seconds())}
		first, _, _ := strings.Cut(r.Message, "\n")
		switch r.Outcome {
		case Failed:
			suite.Failures++
			c.Failure = &junitReason{first, r.Message}
		case Skipped:
			suite.Skipped++
			c.Skipped = &junitReason{Message: r.Message}
		}
		suite.Cases = append(suite.Cases, c)
	}
	suite.Time = fmt.Sprintf("%.3f", total)
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	encoder := xml.NewEncoder(w)
	encoder.Indent("", "  ")
	return encoder.Encode(suite)
}

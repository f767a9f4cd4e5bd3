package command

import (
	"encoding/xml"
	"fmt"
	"strings"
	"time"

	"platen/app/compare/verdict"
	"platen/app/contract"
	"platen/domain/comparison"
)

// The elements of a JUnit report that CI servers agree on.
type (
	junitSuite struct {
		XMLName  xml.Name    `xml:"testsuite"`
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Time     junitTime   `xml:"time,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Class   string       `xml:"classname,attr"`
		Name    string       `xml:"name,attr"`
		Time    junitTime    `xml:"time,attr"`
		Failure *junitReason `xml:"failure"`
		Skipped *junitReason `xml:"skipped"`
		Output  string       `xml:"system-out,omitempty"`
	}
	junitReason struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
	junitTime time.Duration
)

// MarshalText returns the time in seconds.
func (t junitTime) MarshalText() ([]byte, error) {
	return fmt.Appendf(nil, "%.3f", time.Duration(t).Seconds()), nil
}

// junitXML returns the report of a suite with these cases.
func junitXML(name string, cases []junitCase) ([]byte, error) {
	suite := junitSuite{Name: name, Tests: len(cases), Cases: cases}
	for _, c := range cases {
		suite.Time += c.Time
		if c.Failure != nil {
			suite.Failures++
		}
		if c.Skipped != nil {
			suite.Skipped++
		}
	}
	content, err := xml.MarshalIndent(suite, "", "  ")
	return append([]byte(xml.Header), append(content, '\n')...), err
}

// contractCases returns a case for each result.
func contractCases(results []contract.Result) (cases []junitCase) {
	for _, r := range results {
		section, _, _ := strings.Cut(r.ID, ".")
		c := junitCase{Class: "contract.section" + section, Name: r.ID + " " + r.Name, Time: junitTime(r.Took)}
		switch r.Outcome {
		case contract.Failed:
			first, _, _ := strings.Cut(r.Message, "\n")
			c.Failure = &junitReason{first, r.Message}
		case contract.Skipped:
			c.Skipped = &junitReason{Message: r.Message}
		}
		cases = append(cases, c)
	}
	return cases
}

// comparisonCases returns a case for each comparison. It fails if the command's exit status says so.
func comparisonCases(report comparison.Report, failures verdict.FailureList) (cases []junitCase) {
	for _, d := range report.Documents {
		for _, c := range d.Comparisons {
			reasons := strings.Join(c.Reasons, "\n")
			took := time.Duration(d.Renders[c.Engine].P50 * float64(time.Millisecond))
			one := junitCase{Class: "compare." + c.Engine, Name: d.Name, Time: junitTime(took), Output: reasons}
			if message := failures.Of(d.Name, c.Engine); message != "" {
				one.Failure = &junitReason{Message: message, Text: reasons}
			}
			cases = append(cases, one)
		}
	}
	return cases
}

package command

import (
	"encoding/xml"
	"strings"

	"platen/app/compare"
	"platen/domain/comparison"
)

// The parts of JUnit's XML that CI servers read.
type (
	junitSuite struct {
		XMLName  xml.Name    `xml:"testsuite"`
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Class   string        `xml:"classname,attr"`
		Name    string        `xml:"name,attr"`
		Seconds float64       `xml:"time,attr"`
		Failure *junitFailure `xml:"failure,omitempty"`
		Output  string        `xml:"system-out,omitempty"`
	}
	junitFailure struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

// writeJUnit writes a test case for each comparison; it fails where the exit code says so.
func writeJUnit(path string, report comparison.Report, failures []compare.Failure) error {
	suite := junitSuite{Name: "platen compare"}
	for _, d := range report.Documents {
		for _, c := range d.Comparisons {
			reasons := strings.Join(c.Reasons, "\n")
			one := junitCase{Class: "compare." + c.Engine, Name: d.Name, Seconds: d.Renders[c.Engine].P50 / 1000, Output: reasons}
			var messages []string
			for _, f := range failures {
				if f.Document == d.Name && f.Engine == c.Engine {
					messages = append(messages, f.Message)
				}
			}
			if len(messages) > 0 {
				one.Failure = &junitFailure{Message: strings.Join(messages, "; "), Text: reasons}
				suite.Failures++
			}
			suite.Cases = append(suite.Cases, one)
			suite.Tests++
		}
	}
	content, err := xml.MarshalIndent(suite, "", "  ")
	if err != nil {
		return err
	}
	return replace(path, append([]byte(xml.Header), append(content, '\n')...))
}

package contract

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// WriteLine writes a result as one line of text; the details of a failure follow on lines of their own.
func WriteLine(w io.Writer, r Result) {
	mark := map[Outcome]string{Pass: "ok  ", Failed: "FAIL", Skipped: "skip"}[r.Outcome]
	line := fmt.Sprintf("%s  %s %s", mark, r.ID, r.Name)
	switch {
	case r.Outcome == Skipped:
		line += " (" + r.Message + ")"
	case r.Message != "":
		line += "\n        " + strings.ReplaceAll(r.Message, "\n", "\n        ")
	}
	fmt.Fprintln(w, line)
}

// JSON returns the results as {"cases": [{"id", "name", "result", "message"}]}.
func JSON(results []Result) ([]byte, error) {
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
	var content bytes.Buffer
	encoder := json.NewEncoder(&content)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(report)
	return content.Bytes(), err
}

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
	var content bytes.Buffer
	encoder := json.NewEncoder(&content)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(map[string][]Result{"cases": append([]Result{}, results...)})
	return content.Bytes(), err
}

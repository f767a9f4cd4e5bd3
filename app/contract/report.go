package contract

import (
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

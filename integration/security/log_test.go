package security_test

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/integration/harness"
)

// failure is a resource that failed to load, as the log tells it: its URL is empty if it is one of those that a line counts by reason.
type failure struct{ URL, Reason string }

// failures returns what the log tells of an answer's failed resources; their number must be the answer's. The log may be written a
// moment after the answer.
func failures(t testing.TB, service *harness.Service, answer harness.Answer) (found []failure) {
	t.Helper()
	want, err := strconv.Atoi(answer.Header.Get("Platen-Resources-Failed"))
	require.NoError(t, err)
	require.Eventually(t, func() bool {
		found = failuresOf(service.Log(), answer.Header.Get("X-Request-Id"))
		return len(found) == want
	}, 10*time.Second, 5*time.Millisecond, "the log names %v, and the answer says %d", found, want)
	return found
}

func failuresOf(log, request string) (found []failure) {
	for line := range strings.Lines(log) {
		var f struct {
			failure
			Reasons map[string]int
		}
		if !strings.Contains(line, `"request_id":"`+request+`"`) || json.Unmarshal([]byte(line), &f) != nil {
			continue
		}
		if f.URL != "" {
			found = append(found, f.failure)
		}
		for reason, count := range f.Reasons {
			found = append(found, slices.Repeat([]failure{{Reason: reason}}, count)...)
		}
	}
	return found
}

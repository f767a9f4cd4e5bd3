package security_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/integration/harness"
)

// line is a connection to a service, for requests that no HTTP client sends.
type line struct {
	*net.TCPConn
	reader *bufio.Reader
}

// hang is longer than any answer takes here; the test fails when it is reached.
const hang = 30 * time.Second

func dial(t testing.TB, service *harness.Service) line {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(service.URL, "http://"))
	require.NoError(t, err)
	t.Cleanup(func() { conn.Close() })
	require.NoError(t, conn.SetDeadline(time.Now().Add(hang)))
	return line{conn.(*net.TCPConn), bufio.NewReader(conn)}
}

// answer reads one answer, which has the form of all answers. If the connection ends instead, the status is 0.
func (l line) answer(t testing.TB) harness.Answer {
	t.Helper()
	response, err := http.ReadResponse(l.reader, nil)
	if err != nil {
		require.False(t, isTimeout(err), "the service hangs")
		return harness.Answer{}
	}
	answer, err := harness.Read(response)
	require.NoError(t, err)
	if answer.Status != http.StatusOK {
		var problem struct{ Error, Code, RequestID string }
		require.NoError(t, json.Unmarshal(answer.Body, &problem), "%s", answer.Body)
		require.Equal(t, answer.Header.Get("X-Request-Id"), problem.RequestID)
	}
	return answer
}

func isTimeout(err error) bool {
	var timeout net.Error
	return errors.As(err, &timeout) && timeout.Timeout()
}

// all reads answers until the connection ends.
func (l line) all(t testing.TB) (answers []harness.Answer) {
	t.Helper()
	for {
		a := l.answer(t)
		if a.Status == 0 {
			return answers
		}
		answers = append(answers, a)
	}
}

// head is the head of a valid request, with more fields, including the empty line.
func head(fields ...string) string {
	return "POST /api/pdf/external HTTP/1.1\r\n" + strings.Join(append([]string{"Host: x", "Authorization: Bearer " + harness.Key}, append(fields, "", "")...), "\r\n")
}

// whole is a request with a body whose status is 400, so that nothing is printed for it.
func whole(fields ...string) string { return head(append(fields, "Content-Length: 2")...) + "{}" }

// marker identifies the request that must not be answered.
const marker = "smuggled"

// TestOneAnswerToOne sends each shape, and behind it a request that a correct reader does not see.
func TestOneAnswerToOne(t *testing.T) {
	service := start(t, wkhtmltopdf)
	for _, s := range shapes() {
		t.Run(s.name, func(t *testing.T) {
			l := dial(t, service)
			_, err := io.WriteString(l, s.text)
			require.NoError(t, err)
			if !s.honest {
				// The service may have closed the connection already.
				_, _ = io.WriteString(l, whole("X-Request-Id: "+marker))
			}
			_ = l.CloseWrite()
			answers := l.all(t)
			require.Len(t, answers, 1)
			require.Equal(t, s.status, answers[0].Status, "%s", answers[0].Body)
		})
	}
	require.NotContains(t, service.Log(), marker)
	// Behind an honest request it would have been answered.
	l := dial(t, service)
	_, err := io.WriteString(l, whole()+whole("X-Request-Id: "+marker))
	require.NoError(t, err)
	require.NoError(t, l.CloseWrite())
	answers := l.all(t)
	require.Len(t, answers, 2)
	require.Equal(t, marker, answers[1].Header.Get("X-Request-Id"))
	require.Eventually(t, func() bool { return strings.Contains(service.Log(), marker) }, hang, time.Millisecond)
}

// TestRequestIDsAreOnlyIDs tries to get other text into an answer or the log by the request id.
func TestRequestIDsAreOnlyIDs(t *testing.T) {
	service := start(t, wkhtmltopdf, "PLATEN_LOG_LEVEL=debug")
	for i, id := range []string{
		`a","level":"error","b":"`, `a\u000a{"level":"error"}`, "a%0d%0aSet-Cookie: b=c", "<script>alert(1)</script>",
		"a\x1b[31m", "a\tb", "a\xffb", "a\u2028b", strings.Repeat("a", 129), " ", "a\r\n b", "a\n\tSet-Cookie: b=c",
	} {
		l := dial(t, service)
		_, err := io.WriteString(l, whole("X-Request-Id: "+id, fmt.Sprintf("X-Number: %d", i)))
		require.NoError(t, err)
		answer := l.answer(t)
		require.Equal(t, http.StatusBadRequest, answer.Status)
		require.Regexp(t, `^[ -~]{1,128}$`, answer.Header.Get("X-Request-Id"))
		require.Len(t, answer.Header["X-Request-Id"], 1)
		require.Empty(t, answer.Header["Set-Cookie"])
	}
	service.Stop(t)
	for entry := range strings.Lines(service.Log()) {
		var fields map[string]any
		require.NoError(t, json.Unmarshal([]byte(entry), &fields), "%s", entry)
		require.NotEqual(t, "error", fields["level"])
		require.Equal(t, 1, strings.Count(entry, `"level":"`), "%s", entry)
	}
}

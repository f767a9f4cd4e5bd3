package httpapi

import (
	"bytes"
	"io"
	"net"
	"net/http"
	"strconv"
	"time"

	"go.uber.org/zap"

	"platen/adapters/internal/problem"
	"platen/domain"
)

// translate turns an answer of net/http's own into the contract's form. For a request that is not HTTP, or whose header is too
// large, net/http calls no handler: it writes a line of text, closes the connection, and has no hook to change that. translate
// keeps the status and relies only on its place in the status line.
func (s *Server) translate(remote net.Addr, original []byte) []byte {
	status := http.StatusBadRequest
	if line, ok := bytes.CutPrefix(original, []byte("HTTP/1.1 ")); ok && len(line) >= 3 {
		if n, err := strconv.Atoi(string(line[:3])); err == nil && n >= 400 && n <= 599 {
			status = n
		}
	}
	s.observe(status, 0) // the time of a request that net/http could not read is not known
	id := problem.NewID()
	message := s.refusalOf(status, original)
	content := problem.Problem{Error: message, Code: domain.InvalidRequest, RequestID: id}.JSON()
	header := http.Header{"Content-Type": {"application/json"}, "Date": {time.Now().UTC().Format(http.TimeFormat)}}
	problem.SetCommonHeader(header, id)
	answer := http.Response{
		StatusCode: status, ProtoMajor: 1, ProtoMinor: 1, Close: true,
		Header: header, ContentLength: int64(len(content)), Body: io.NopCloser(bytes.NewReader(content)),
	}
	s.log.Log(levelOf(status), "request", zap.String("request_id", id), zap.String("remote", remote.String()),
		zap.Int("status", status), zap.String("code", string(domain.InvalidRequest)), zap.String("message", message), zap.Int("bytes_out",
			len(content)))

	var out bytes.Buffer
	// Neither the buffer nor the content can fail.
	_ = answer.Write(&out)
	return out.Bytes()
}

func (s *Server) refusalOf(status int, original []byte) string {
	switch status {
	case http.StatusRequestHeaderFieldsTooLarge:
		return "the request's header is larger than the limit of " + s.config.HeaderLimit.String()
	case http.StatusExpectationFailed:
		return "the expectation is not supported: 100-continue is the only one"
	case http.StatusNotImplemented:
		return "the transfer encoding is not supported: chunked is the only one"
	case http.StatusHTTPVersionNotSupported:
		return "the version of HTTP is not supported: speak HTTP/1.1"
	}
	// The texts of net/http are constants: "400 Bad Request: missing required Host header".
	_, text, _ := bytes.Cut(original, []byte("\r\n\r\n"))
	if _, why, ok := bytes.Cut(text, []byte(": ")); ok {
		return "the request is not well-formed HTTP: " + string(why)
	}
	return "the request is not well-formed HTTP"
}

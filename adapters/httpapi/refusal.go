package httpapi

import (
	"bytes"
	"io"
	"net"
	"net/http"
	"strconv"
	"time"

	"go.uber.org/zap"

	"platen/domain"
)

// refuse turns an answer of net/http's own into the contract's form. Requests that can't be read as HTTP, or
// whose header is too large, never come to a handler: net/http writes a line of text and hangs up, and offers
// no way to say it otherwise. The status stays net/http's; only its place in the status line is relied on.
func (s *Server) refuse(remote net.Addr, canned []byte) []byte {
	status := http.StatusBadRequest
	if line, ok := bytes.CutPrefix(canned, []byte("HTTP/1.1 ")); ok && len(line) >= 3 {
		if n, err := strconv.Atoi(string(line[:3])); err == nil && n >= 400 && n <= 599 {
			status = n
		}
	}
	id := newID()
	message := s.refusalOf(status, canned)
	content := problem{message, domain.InvalidRequest, id}.json()
	header := http.Header{"Content-Type": {"application/json"}, "Date": {time.Now().UTC().Format(http.TimeFormat)}}
	setCommon(header, id)
	answer := http.Response{
		StatusCode: status, ProtoMajor: 1, ProtoMinor: 1, Close: true,
		Header: header, ContentLength: int64(len(content)), Body: io.NopCloser(bytes.NewReader(content)),
	}
	s.log.Log(levelOf(status), "request", zap.String("request_id", id), zap.String("remote", remote.String()),
		zap.Int("status", status), zap.String("code", string(domain.InvalidRequest)), zap.String("message", message), zap.Int("bytes_out", len(content)))

	var out bytes.Buffer
	// Neither the buffer nor the content can fail.
	_ = answer.Write(&out)
	return out.Bytes()
}

func (s *Server) refusalOf(status int, canned []byte) string {
	switch status {
	case http.StatusRequestHeaderFieldsTooLarge:
		return "the request's header is larger than the limit of " + s.config.HeaderLimit.String()
	case http.StatusExpectationFailed:
		return "the only expectation that can be met is 100-continue"
	case http.StatusNotImplemented:
		return "the only transfer encoding that is understood is chunked"
	case http.StatusHTTPVersionNotSupported:
		return "the version of HTTP is not supported: speak HTTP/1.1"
	}
	// net/http's own words are constants: "400 Bad Request: missing required Host header".
	_, text, _ := bytes.Cut(canned, []byte("\r\n\r\n"))
	if _, why, ok := bytes.Cut(text, []byte(": ")); ok {
		return "the request is not well-formed HTTP: " + string(why)
	}
	return "the request is not well-formed HTTP"
}

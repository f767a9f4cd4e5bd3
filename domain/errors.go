package domain

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Code classifies a failure for clients. Codes are part of the HTTP contract: they are never renamed.
type Code string

// The codes of the contract, section 5.
const (
	InvalidRequest       Code = "invalid_request"
	Unauthorized         Code = "unauthorized"
	NotFound             Code = "not_found"
	MethodNotAllowed     Code = "method_not_allowed"
	PayloadTooLarge      Code = "payload_too_large"
	UnsupportedMediaType Code = "unsupported_media_type"
	RateLimited          Code = "rate_limited"
	RenderFailed         Code = "render_failed"
	Overloaded           Code = "overloaded"
	Timeout              Code = "timeout"
)

// Statuses are the HTTP statuses of the codes: contract, section 5.
var Statuses = map[Code]int{
	InvalidRequest: 400, Unauthorized: 401, NotFound: 404, MethodNotAllowed: 405, PayloadTooLarge: 413, UnsupportedMediaType: 415,
	RateLimited: 429, RenderFailed: 500, Overloaded: 503, Timeout: 504,
}

// Error is the one error type that crosses the layers.
type Error struct {
	// Code says to the client what kind of failure it is.
	Code Code
	// Message is for the client, who must be able to act on it. It holds no path, no stack, no engine's raw
	// output and nothing of another client's.
	Message string
	// LogMessage replaces Message in the log, which shows nothing of a request, if Message quotes the request; else it is
	// empty.
	LogMessage string
	// RetryAfter is the time after which a client that is RateLimited may try again, or an Overloaded service is likely to be free; 0: it is
	// not known.
	RetryAfter time.Duration
	// Err is the cause, for the log only; nil if there is none.
	Err error
}

// Error returns the message and the cause, for logs. Clients are shown Message alone.
func (e *Error) Error() string {
	if e.Err == nil {
		return string(e.Code) + ": " + e.Message
	}
	return string(e.Code) + ": " + e.Message + ": " + e.Err.Error()
}

// Unwrap returns the cause to errors.Is and errors.As.
func (e *Error) Unwrap() error { return e.Err }

// Invalidf makes the error of a request that the client must change. The message is formatted as by fmt.Sprintf.
func Invalidf(format string, args ...any) *Error {
	return &Error{Code: InvalidRequest, Message: fmt.Sprintf(format, args...)}
}

// TooManyPages makes the error of a document that has more pages than the limit.
func TooManyPages(pages, limit int) *Error {
	return Invalidf("the document has %d pages, more than the %d that this service allows; split it over several requests", pages, limit)
}

// PDFTooLarge makes the error of a document whose PDF, or the parts of it, have more bytes than the limit.
func PDFTooLarge(limit ByteSize) *Error {
	return Invalidf("the document's PDF has more than the %s that this service allows; split it over several requests", limit)
}

// TooMuchMemory makes the error of a document that would exceed the memory again, and so is not rendered a second time.
func TooMuchMemory(limit ByteSize) *Error {
	return &Error{
		Code:    RenderFailed,
		Message: fmt.Sprintf("the document needs more than the %s of memory that this service allows; make it smaller or split it", limit),
	}
}

// EngineUnavailable makes the error of a document that came while its engine could not print. It is Overloaded, since it is not the
// document's failure, and the engine is started again. The cause is for the log.
func EngineUnavailable(cause error) *Error {
	return &Error{
		Code:       Overloaded,
		Message:    "the rendering engine is not available at the moment; try again later",
		RetryAfter: engineRestart,
		Err:        cause,
	}
}

// engineRestart is the time after which an engine that was away is likely to be back.
const engineRestart = 5 * time.Second

// AsError finds the Error in err's chain, or makes one of it: a passed deadline is a Timeout, anything else
// RenderFailed. It returns nil for nil.
func AsError(err error) *Error {
	var e *Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &e):
		return e
	case errors.Is(err, context.DeadlineExceeded):
		return &Error{Code: Timeout, Message: "the document took longer to render than this service allows", Err: err}
	default:
		return &Error{Code: RenderFailed, Message: "the document could not be rendered", Err: err}
	}
}

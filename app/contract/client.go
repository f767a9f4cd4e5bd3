package contract

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"platen/ports"
)

const (
	// mostAnswer and mostFailure bound what is read of one answer, in bytes: of any, and of one that is no document.
	mostAnswer  = 128 << 20
	mostFailure = 1 << 20
	// mostTries bounds the repetitions of a request that was answered with 429 or 503.
	mostTries = 6
	// mostUnsent bounds the wait for an answer that does not need the body, which is not sent.
	mostUnsent = 5 * time.Second
	// mostWait bounds one wait for a rate limit.
	mostWait = 2 * time.Minute
)

// Client sends the requests of a run.
type Client struct {
	// BaseURL is the server's, without the operation's path and without a slash at the end.
	BaseURL string
	// Key is the API key. KeyName is the environment variable that it comes from, which replaces it in messages.
	Key, KeyName string
	// Reader reads the PDFs.
	Reader ports.PDFReader
	// Timeout bounds one request.
	Timeout time.Duration

	// resume is when the rate limit grants requests again, in nanoseconds since 1970.
	resume atomic.Int64
}

// httpClient follows no redirects and keeps no cookies.
var httpClient = &http.Client{
	Transport:     &http.Transport{Proxy: http.ProxyFromEnvironment, DisableCompression: true},
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// send sends a request. After an unexpected 429 or 503 it waits for Retry-After and sends it again.
func (c *Client) send(ctx context.Context, r request) (*Answer, error) {
	for try := 1; ; try++ {
		if err := c.pause(ctx, time.Until(time.Unix(0, c.resume.Load()))); err != nil {
			return nil, err
		}
		answer, err := c.sendOnce(ctx, r)
		if err != nil {
			return nil, err
		}
		if left, more, said := answer.allowance(); said && left == 0 {
			c.resume.Store(time.Now().Add(time.Duration(more) * time.Second).UnixNano())
		}
		busy := answer.Status == http.StatusTooManyRequests || answer.Status == http.StatusServiceUnavailable
		seconds, malformed := strconv.ParseInt(answer.Header.Get("Retry-After"), 10, 32)
		if !busy || answer.Status == r.busy || try == mostTries || malformed != nil {
			return answer, nil //nolint:nilerr // a case of its own judges a malformed Retry-After
		}
		if err := c.pause(ctx, time.Duration(seconds)*time.Second); err != nil {
			return nil, err
		}
	}
}

// sendOnce sends a request on a connection of its own: a server that closes one although it said that it keeps it fails the case that
// asks for that, and not the next one.
func (c *Client) sendOnce(ctx context.Context, r request) (*Answer, error) {
	httpClient.CloseIdleConnections()
	timeout := c.Timeout
	if r.unsent > 0 {
		timeout = min(timeout, mostUnsent)
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	request, err := r.new(ctx, c.BaseURL, c.Key)
	if err != nil {
		return nil, err
	}
	response, err := httpClient.Do(request)
	switch {
	case err != nil && context.Cause(ctx) == context.DeadlineExceeded && r.unsent > 0: //nolint:errorlint // it is never wrapped
		return nil, mismatch("an answer before the body", fmt.Sprintf("none within %s: the server waits for the body", timeout))
	case err != nil && ctx.Err() != nil:
		return nil, mismatch("an answer", fmt.Sprintf("none within %s", timeout))
	case err != nil:
		return nil, mismatch("an answer", err.Error())
	}
	defer response.Body.Close()
	most := int64(mostAnswer)
	if response.StatusCode >= http.StatusBadRequest {
		most = mostFailure
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, most))
	return &Answer{
		Status: response.StatusCode, Header: response.Header, Body: body, Broken: err,
		Closes: response.Close || response.ProtoMajor > 1, // HTTP/2 has streams for it
		reader: c.Reader,
	}, nil
}

// remaining parses the RateLimit field.
var remaining = regexp.MustCompile(`;r=(\d+)(?:;t=(\d+))?`)

// allowance returns how many requests an answer says are left, and in how many seconds there are more.
func (a *Answer) allowance() (left, seconds int64, said bool) {
	parts := remaining.FindStringSubmatch(a.Header.Get("RateLimit"))
	if parts == nil {
		return 0, 0, false
	}
	left, _ = strconv.ParseInt(parts[1], 10, 32) // the largest, for digits that are out of range
	seconds, _ = strconv.ParseInt(cmp.Or(parts[2], "1"), 10, 32)
	return left, seconds, true
}

// pause waits, unless ctx ends.
func (c *Client) pause(ctx context.Context, wait time.Duration) error {
	if wait <= 0 {
		return nil
	}
	if wait > mostWait {
		return fmt.Errorf("the server asks to wait %s; run again when the rate limit has room", wait.Round(time.Second))
	}
	select {
	case <-time.After(wait):
		return nil
	case <-ctx.Done():
		return errors.Join(errors.New("the run was ended"), ctx.Err())
	}
}

// flooding is how many documents are sent at once to fill a queue. Platen's has 64 places by default.
const flooding = 200

// longTable is a document that takes an engine long enough for a queue to fill behind it.
func longTable() request {
	return request{body: fields{"html": "<table>" + strings.Repeat("<tr><td>a<td>b<td>c", 5000) + "</table>"}, busy: 503}
}

// unsuited is why a server cannot be held to a case.
type unsuited struct{ why string }

func (u *unsuited) Error() string { return u.why }

// flood sends a request many times at once, and returns the first answer with its busy status. The other requests end then.
func (c *Client) flood(ctx context.Context, r request) (*Answer, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	answers := make(chan *Answer)
	for range flooding {
		go func() {
			answer, _ := c.send(ctx, r) // a refused connection shows nothing of the contract
			select {
			case answers <- answer:
			case <-ctx.Done():
			}
		}()
	}
	limited := false
	for range flooding {
		select {
		case answer := <-answers:
			if answer != nil && answer.Status == r.busy {
				return answer, nil
			}
			limited = limited || answer != nil && answer.Status == http.StatusTooManyRequests
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	if limited {
		return nil, &unsuited{"the rate limit was spent before the queue was full"}
	}
	return nil, &unsuited{fmt.Sprintf("the queue takes %d documents at once", flooding)}
}

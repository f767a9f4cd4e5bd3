// Package remote gives comparisons the PDFs of servers: of those that implement this service's HTTP contract, as another installation
// does, and of Gotenberg.
package remote

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"platen/domain"
	"platen/ports"
)

var _ ports.Source = (*Source)(nil)

// Config describes a server.
type Config struct {
	// URL is the server's base, or the whole address of its operation.
	URL string
	// Key is the API key; empty: no Authorization field. A Gotenberg is not sent it.
	Key string
	// Timeout bounds one request, waiting for the server included.
	Timeout time.Duration
	// MaxPDF bounds an answer.
	MaxPDF domain.ByteSize
}

// Source sends requests to the server. It is safe for concurrent use.
type Source struct {
	config Config
	// request makes the content of a request, and sets the fields of its header.
	request func(ports.Sample, http.Header) []byte
	client  *http.Client

	mu     sync.Mutex
	engine string
}

// New makes a Source of a server of this service's contract. An error means that the URL is invalid.
func New(config Config) (*Source, error) {
	return open(config, "/api/pdf/external", func(sample ports.Sample, header http.Header) []byte {
		header.Set("Content-Type", "application/json")
		if config.Key != "" {
			header.Set("Authorization", "Bearer "+config.Key)
		}
		return sample.Body
	})
}

// open makes a Source of a server whose operation has a path.
func open(config Config, operation string, request func(ports.Sample, http.Header) []byte) (*Source, error) {
	address, err := url.Parse(config.URL)
	if err != nil || address.Scheme != "http" && address.Scheme != "https" || address.Host == "" {
		return nil, fmt.Errorf("%q is not a server's address: write https://host or http://host:port", config.URL)
	}
	if !strings.HasSuffix(address.Path, operation) {
		address.Path = strings.TrimSuffix(address.Path, "/") + operation
	}
	config.URL = address.String()
	return &Source{config: config, request: request, client: &http.Client{}}, nil
}

// Version is the name of the engine in the server's last answer.
func (s *Source) Version() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.engine
}

// reachTimeout is what a server has for an answer that needs no rendering.
const reachTimeout = 30 * time.Second

// Reach fails if the server does not answer, whatever its answer is.
func (s *Source) Reach(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, reachTimeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodHead, s.config.URL, nil)
	if err != nil {
		return err
	}
	response, err := s.client.Do(request)
	if err != nil {
		return err
	}
	return response.Body.Close()
}

// maxWaits is how often one request is repeated because the server asks for it.
const maxWaits = 10

// PDF posts the request. If the server is busy or limits the rate, the request is repeated after Retry-After, where there is time for it.
func (s *Source) PDF(ctx context.Context, sample ports.Sample) (domain.Document, error) {
	ctx, cancel := context.WithTimeout(ctx, s.config.Timeout)
	defer cancel()
	header := http.Header{}
	body := s.request(sample, header)
	for waits := 0; ; waits++ {
		document, wait, err := s.post(ctx, header, body)
		if deadline, _ := ctx.Deadline(); wait == 0 || waits == maxWaits || time.Now().Add(wait).After(deadline) {
			return document, err
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return domain.Document{}, errors.Join(ctx.Err(), err)
		}
	}
}

// post sends the request once. If the error may be temporary, wait is above 0.
func (s *Source) post(ctx context.Context, header http.Header, body []byte) (_ domain.Document, wait time.Duration, _ error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.config.URL, bytes.NewReader(body))
	if err != nil {
		return domain.Document{}, 0, err
	}
	request.Header = header
	response, err := s.client.Do(request)
	if err != nil {
		return domain.Document{}, 0, err
	}
	defer response.Body.Close()
	content, err := io.ReadAll(io.LimitReader(response.Body, int64(s.config.MaxPDF)+1))
	switch {
	case err != nil:
		return domain.Document{}, 0, fmt.Errorf("read the answer: %w", err)
	case response.StatusCode != http.StatusOK:
		return domain.Document{}, retryAfter(response), refusal(response, content)
	case len(content) > int(s.config.MaxPDF):
		return domain.Document{}, 0, fmt.Errorf("the answer has more than %s", s.config.MaxPDF)
	}
	s.mu.Lock()
	s.engine = response.Header.Get("Platen-Engine")
	s.mu.Unlock()
	failed, _ := strconv.Atoi(response.Header.Get("Platen-Resources-Failed"))
	const most = 10_000
	document := domain.Document{PDF: content, Engine: "server"}
	document.Traffic.Failed = make([]domain.FailedResource, max(0, min(failed, most)))
	return document, 0, nil
}

// retryAfter is the time after which to repeat the request; 0: do not repeat it.
func retryAfter(response *http.Response) time.Duration {
	if response.StatusCode != http.StatusTooManyRequests && response.StatusCode != http.StatusServiceUnavailable {
		return 0
	}
	seconds, err := strconv.Atoi(response.Header.Get("Retry-After"))
	if err != nil || seconds < 1 {
		seconds = 1
	}
	return time.Duration(seconds) * time.Second
}

// refusal is the error in the server's answer.
func refusal(response *http.Response, content []byte) error {
	var problem struct{ Error string }
	if json.Unmarshal(content, &problem) == nil && problem.Error != "" {
		return fmt.Errorf("%s: %s", response.Status, problem.Error)
	}
	if media, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type")); media == "text/plain" && len(content) > 0 {
		return fmt.Errorf("the server answered %s: %s", response.Status, content[:min(len(content), maxMessage)])
	}
	return fmt.Errorf("the server answered %s", response.Status)
}

// maxMessage bounds what is quoted of a server's answer, in bytes.
const maxMessage = 300

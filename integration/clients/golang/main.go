// Command golang is an example client of POST /api/pdf/external.
//
//	PDF_URL=… PDF_API_KEY=… golang request.json out.pdf
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

const attempts = 5

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	if err := run(ctx, os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1) //nolint:gocritic // the context ends with the process
	}
}

// run reads a request and leaves a whole PDF, or an error and no file.
func run(ctx context.Context, request, out string) error {
	body, err := os.ReadFile(request)
	if err != nil {
		return err
	}
	for attempt := 1; ; attempt++ {
		wait, err := post(ctx, body, out)
		if err == nil || wait == 0 || attempt == attempts {
			return err
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// post sends the request once. If the error may be temporary, wait is above 0.
func post(ctx context.Context, body []byte, out string) (wait time.Duration, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, os.Getenv("PDF_URL")+"/api/pdf/external", bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("PDF_API_KEY"))
	request.Header.Set("Prefer", "handling=strict")
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()

	switch response.StatusCode {
	case http.StatusOK:
		return 0, save(response.Body, out)
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		seconds, err := strconv.Atoi(response.Header.Get("Retry-After"))
		if err != nil {
			seconds = 1
		}
		wait = time.Duration(seconds) * time.Second
	}
	var problem struct{ Error, Code, RequestID string }
	if err := json.NewDecoder(response.Body).Decode(&problem); err != nil {
		problem.Error = "the body is not JSON"
	}
	return wait, fmt.Errorf("platen answered %d: %s (%s, request %s)", response.StatusCode, problem.Error, problem.Code, problem.RequestID)
}

// save writes the file once it is whole. io.Copy fails if the body is shorter than Content-Length.
func save(body io.Reader, out string) error {
	part, err := os.CreateTemp(filepath.Dir(out), ".platen-*")
	if err != nil {
		return err
	}
	defer os.Remove(part.Name())
	if _, err := io.Copy(part, body); err != nil {
		part.Close()
		return fmt.Errorf("the PDF did not come whole: %w", err)
	}
	if err := part.Close(); err != nil {
		return err
	}
	return os.Rename(part.Name(), out)
}

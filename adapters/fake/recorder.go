package fake

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2"
	"go.uber.org/zap"

	"platen/domain"
)

// Recorder writes each request to a file of its own in a folder: 0001.json and so on. [Recorded] is the content of a file.
type Recorder struct {
	folder string
	log    *zap.Logger
}

// Recorded is the content of a file of the Recorder.
type Recorded struct {
	Method string `json:"method"`
	Path   string `json:"path"`
	// Header has the request's header fields, without the API key.
	Header http.Header `json:"header"`
	// JSON is the body that was read if it is JSON; otherwise Text is.
	JSON json.RawMessage `json:"json,omitempty"`
	Text string          `json:"text,omitempty"`
	// Status is the status of the answer.
	Status int `json:"status"`
}

// NewRecorder makes a Recorder, and the folder if it does not exist.
func NewRecorder(folder string, log *zap.Logger) (*Recorder, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	return &Recorder{folder, log}, nil
}

// begin records a request before its body is read. The returned function writes the file.
func (r *Recorder) begin(number int64, request *http.Request) (finish func(status int)) {
	if r == nil {
		return func(int) {}
	}
	recorded := Recorded{Method: request.Method, Path: request.URL.Path, Header: request.Header.Clone()}
	if len(recorded.Header.Values("Authorization")) > 0 { // the first of several may be empty
		recorded.Header.Set("Authorization", "[not recorded]")
	}
	var body bytes.Buffer
	request.Body = struct {
		io.Reader
		io.Closer
	}{io.TeeReader(request.Body, &body), request.Body}
	return func(status int) {
		recorded.Status = status
		if json.Valid(body.Bytes()) {
			recorded.JSON = body.Bytes()
		} else {
			recorded.Text = body.String()
		}
		if err := r.write(number, recorded); err != nil {
			r.log.Error("a request was not recorded", zap.Int64("request", number), zap.Error(err))
		}
	}
}

// write writes the file whole, so that tests that wait for it never read a part.
func (r *Recorder) write(number int64, recorded Recorded) error {
	content, err := domain.EncodeJSON(recorded, "  ")
	if err != nil {
		return err
	}
	name := filepath.Join(r.folder, fmt.Sprintf("%04d.json", number))
	return renameio.WriteFile(name, content, 0o600, renameio.WithTempDir(r.folder))
}

package wkhtmltopdf

import (
	"bytes"
	"net/url"
	"regexp"
	"sync"

	"go.uber.org/zap"

	"platen/domain"
)

const (
	// maxStderrLine bounds what is kept of a line.
	maxStderrLine = 600
	// maxStderrLines bounds the lines that are logged for one document.
	maxStderrLines = 50
)

// stderrParser parses a process's standard error. Two kinds of lines matter: Done, at the end of a print, and those about resources
// that the engine refused without a request. Other lines are logged for debugging.
type stderrParser struct {
	// done receives a value for each document that was printed, and holds one.
	done chan struct{}
	log  *zap.Logger

	mu       sync.Mutex
	line     []byte
	logged   int
	refusals []domain.FailedResource // of the current document
}

// reset begins another document.
func (p *stderrParser) reset() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.logged, p.refusals = 0, nil
	select {
	case <-p.done:
	default:
	}
}

// refused returns the resources that the engine refused without a request. It is complete after Done.
func (p *stderrParser) refused() []domain.FailedResource {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.refusals
}

// Write parses the next piece of the output. Progress bars end in a carriage return.
func (p *stderrParser) Write(piece []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for rest := piece; len(rest) > 0; {
		end := bytes.IndexAny(rest, "\r\n")
		part := rest
		if end >= 0 {
			part = rest[:end]
		}
		p.line = append(p.line, part[:min(len(part), maxStderrLine-len(p.line))]...)
		if end < 0 {
			break
		}
		p.parseLine(bytes.TrimSpace(p.line))
		p.line = p.line[:0]
		rest = rest[end+1:]
	}
	return len(piece), nil
}

func (p *stderrParser) parseLine(line []byte) {
	resource, refused, isResource := refusal(string(line))
	switch {
	case refused:
		p.refusals = append(p.refusals, resource)
	case isResource:
		// The address may hold secrets, and the failure is reported elsewhere.
	case string(line) == "Done":
		select {
		case p.done <- struct{}{}:
		default:
		}
	case len(line) == 0 || line[0] == '[':
		// An empty line, or a progress bar.
	case p.logged < maxStderrLines:
		p.logged++
		p.log.Debug("wkhtmltopdf output", zap.ByteString("line", line))
	}
}

// Lines about resources that did not load, of which long ones have lost their ends.
var (
	blockedFile = regexp.MustCompile(`^Warning: Blocked access to file ?(.*)$`) // without a name if there is no such file
	failedLoad  = regexp.MustCompile(`^(?:Error|Warning): Failed to load (.*?)(?:, with network status code .*| \(ignore\))?$`)
)

// refusal reports whether a line is about a resource, and whether the engine itself refused it. The session reports
// failures over http and https.
func refusal(line string) (resource domain.FailedResource, refused, is bool) {
	if file := blockedFile.FindStringSubmatch(line); file != nil {
		return domain.NewFailedResource(&url.URL{Scheme: "file", Path: file[1]}, "refused: a local file"), true, true
	}
	address := failedLoad.FindStringSubmatch(line)
	if address == nil {
		return domain.FailedResource{}, false, false
	}
	parsed, err := url.Parse(address[1])
	if err != nil {
		return domain.FailedResource{}, false, true
	}
	switch parsed.Scheme {
	case "http", "https", "about", "data", "":
		return domain.FailedResource{}, false, true
	}
	return domain.NewFailedResource(parsed, "refused: neither http nor https"), true, true
}

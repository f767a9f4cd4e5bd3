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
	// maxAnswer is how much of a line of standard error is kept.
	maxAnswer = 600
	// maxAnswers is how many lines are logged for one document, which decides how many there are.
	maxAnswers = 50
)

// answers reads a process's standard error, where few lines matter: Done, when a document is printed, and those
// on resources for which the exit was not asked. The rest goes to the log as debugging.
type answers struct {
	// done gets a value for each document that was printed.
	done chan struct{}
	log  *zap.Logger

	mu       sync.Mutex
	line     []byte
	logged   int
	refusals []domain.FailedResource // of the document
}

func newAnswers(log *zap.Logger) *answers {
	return &answers{done: make(chan struct{}, 1), log: log}
}

// next begins the answers to another document.
func (a *answers) next() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.logged, a.refusals = 0, nil
	select {
	case <-a.done:
	default:
	}
}

// refused gives the resources that the engine did not ask the network for. It is called after Done.
func (a *answers) refused() []domain.FailedResource {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.refusals
}

// Write takes what the process writes, in whatever pieces. Progress bars end in a carriage return.
func (a *answers) Write(piece []byte) (int, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for rest := piece; len(rest) > 0; {
		end := bytes.IndexAny(rest, "\r\n")
		part := rest
		if end >= 0 {
			part = rest[:end]
		}
		a.line = append(a.line, part[:min(len(part), maxAnswer-len(a.line))]...)
		if end < 0 {
			break
		}
		a.take(bytes.TrimSpace(a.line))
		a.line = a.line[:0]
		rest = rest[end+1:]
	}
	return len(piece), nil
}

func (a *answers) take(line []byte) {
	resource, refused, isResource := refusal(string(line))
	switch {
	case refused:
		a.refusals = append(a.refusals, resource)
	case isResource:
		// Its address may hold secrets, and it is told of otherwise.
	case string(line) == "Done":
		select {
		case a.done <- struct{}{}:
		default:
		}
	case len(line) == 0 || line[0] == '[':
		// Nothing, or a progress bar.
	case a.logged < maxAnswers:
		a.logged++
		a.log.Debug("wkhtmltopdf", zap.ByteString("says", line))
	}
}

// The lines on resources that did not come.
var (
	blockedFile = regexp.MustCompile(`^Warning: Blocked access to file ?(.*)$`) // without a name if there is no such file
	failedLoad  = regexp.MustCompile(`^(?:Error|Warning): Failed to load (.*?)(?:, with network status code .*| \(ignore\))$`)
)

// refusal tells whether a line is on a resource, and whether the engine refused that by itself: what failed over
// http or https, the exit tells of; and what has no address is asked for at the base, about:blank.
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

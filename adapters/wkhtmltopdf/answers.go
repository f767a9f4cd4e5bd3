package wkhtmltopdf

import (
	"bytes"
	"sync"

	"go.uber.org/zap"
)

const (
	// maxAnswer is how much of a line of standard error is kept.
	maxAnswer = 300
	// maxAnswers is how many lines are logged for one document, which decides how many there are.
	maxAnswers = 50
)

// answers reads a process's standard error, where one line matters: Done, when a document is printed. The
// rest goes to the log as debugging.
type answers struct {
	// done gets a value for each document that was printed.
	done chan struct{}
	log  *zap.Logger

	mu     sync.Mutex
	line   []byte
	logged int
}

func newAnswers(log *zap.Logger) *answers {
	return &answers{done: make(chan struct{}, 1), log: log}
}

// next begins the answers to another document.
func (a *answers) next() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.logged = 0
	select {
	case <-a.done:
	default:
	}
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
	switch {
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

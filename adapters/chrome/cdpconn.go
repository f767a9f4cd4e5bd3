package chrome

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/go-rod/rod/lib/cdp"
)

// cdpConn is a connection of the DevTools protocol over a transport: calls, answers and events. The package
// comment says why it is not rod's client. Safe for concurrent use.
type cdpConn struct {
	transport transport
	event     func(*cdp.Event) // handles every event, one after the other
	out       chan []byte

	mu    sync.Mutex
	calls map[int]*call // the calls without an answer, by their numbers
	last  int

	alive context.Context // ends with the connection, with ErrEngineLost as its cause
	died  context.CancelCauseFunc
}

// call is a call that waits for its answer.
type call struct {
	limit  int         // if positive: the answer is base64 of at most so many bytes
	answer chan answer // holds one value
}

type answer struct {
	result []byte
	err    error
}

var errTooLarge = errors.New("the answer is too large")

// newCDPConn opens a connection. It ends, with its goroutines, when the transport or alive ends.
func newCDPConn(alive context.Context, died context.CancelCauseFunc, t transport, event func(*cdp.Event)) *cdpConn {
	w := &cdpConn{transport: t, event: event, out: make(chan []byte), calls: map[int]*call{}, alive: alive, died: died}
	go w.read()
	go w.write()
	return w
}

// Call calls a method and gives the result as JSON.
func (w *cdpConn) Call(ctx context.Context, session, method string, params any) ([]byte, error) {
	return w.ask(ctx, session, method, params, 0)
}

// callBinary calls a method whose result begins with "data" in base64, and gives the decoded bytes. More than limit
// bytes are errTooLarge.
func (w *cdpConn) callBinary(ctx context.Context, session, method string, params any, limit int) ([]byte, error) {
	return w.ask(ctx, session, method, params, limit)
}

func (w *cdpConn) ask(ctx context.Context, session, method string, params any, limit int) ([]byte, error) {
	c := &call{limit: limit, answer: make(chan answer, 1)}
	w.mu.Lock()
	w.last++
	id := w.last
	w.calls[id] = c
	w.mu.Unlock()
	defer w.take(id)
	message, err := encode(cdp.Request{ID: id, SessionID: session, Method: method, Params: params})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", method, err)
	}
	select {
	case w.out <- message:
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-w.alive.Done():
		return nil, context.Cause(w.alive)
	}
	select {
	case a := <-c.answer:
		return a.result, a.err
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-w.alive.Done():
		return nil, context.Cause(w.alive)
	}
}

// take removes a call and gives it; nil if its caller no longer waits for the answer.
func (w *cdpConn) take(id int) *call {
	w.mu.Lock()
	defer w.mu.Unlock()
	c := w.calls[id]
	delete(w.calls, id)
	return c
}

// encode encodes a message with the NUL at its end. HTML is not escaped: escaped for a script element, as json does by
// default, it would be half as long again.
func encode(request cdp.Request) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(request); err != nil {
		return nil, err
	}
	message := b.Bytes()
	message[len(message)-1] = 0 // the encoder ends with a line feed
	return message, nil
}

// write sends messages until the connection ends.
func (w *cdpConn) write() {
	for {
		select {
		case message := <-w.out:
			if _, err := w.transport.Write(message); err != nil {
				return // then read fails as well, and ends the connection
			}
		case <-w.alive.Done():
			return
		}
	}
}

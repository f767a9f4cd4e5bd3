package chrome

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"sync"

	"github.com/go-rod/rod/lib/cdp"

	"platen/ports"
)

// cdpConn is the DevTools protocol over the browser's pipe: calls, answers and events. It stands where rod's own
// client would, which has no bound on what it takes in, reads each PDF three times, and waits for a browser that
// does not read whatever the caller's context says.
type cdpConn struct {
	pipe  *pipe
	event func(*cdp.Event) // is told of every event, one after the other
	out   chan []byte

	mu    sync.Mutex
	calls map[int]*call // those without an answer yet
	last  int

	alive context.Context // ends with the conversation, with ErrEngineLost as its cause
	died  context.CancelCauseFunc
}

// call is a question to the browser.
type call struct {
	limit  int         // more than 0: the answer is base64, of at most so many bytes
	answer chan answer // holds one value
}

type answer struct {
	result []byte
	err    error
}

var errTooLarge = errors.New("the answer is too large")

// newCDPConn begins the conversation. It ends, and its goroutines with it, when the pipe does or alive.
func newCDPConn(alive context.Context, died context.CancelCauseFunc, p *pipe, event func(*cdp.Event)) *cdpConn {
	w := &cdpConn{pipe: p, event: event, out: make(chan []byte), calls: map[int]*call{}, alive: alive, died: died}
	go w.read()
	go w.write()
	return w
}

// Call asks, and gives the answer's result as JSON.
func (w *cdpConn) Call(ctx context.Context, session, method string, params any) ([]byte, error) {
	return w.ask(ctx, session, method, params, 0)
}

// callBinary asks for what the browser answers in base64 as the first thing, "data", of its result. More than limit
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

// take gives the call of that number, once; nil when nobody waits for its answer any more.
func (w *cdpConn) take(id int) *call {
	w.mu.Lock()
	defer w.mu.Unlock()
	c := w.calls[id]
	delete(w.calls, id)
	return c
}

// encode writes a message and its end. HTML stays as it is: escaped for a script element, which json does unless
// told otherwise, it would be half as long again.
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

// write sends messages for as long as there is somebody who reads answers.
func (w *cdpConn) write() {
	for {
		select {
		case message := <-w.out:
			if _, err := w.pipe.to.Write(message); err != nil {
				return // the reader learns of it, too
			}
		case <-w.alive.Done():
			return
		}
	}
}

// read takes in messages until the browser ends.
func (w *cdpConn) read() {
	from := bufio.NewReaderSize(w.pipe.from, pipeBuffer)
	for {
		if err := w.message(from); err != nil {
			w.died(fmt.Errorf("%w: its conversation ended: %w", ports.ErrEngineLost, err))
			return
		}
	}
}

// What an answer begins with, and how one in base64 goes on behind its number. Chrome writes messages without
// blanks and in this order. An answer that looked otherwise would be read as an event, and belong to nobody.
const (
	answerStart = `{"id":`
	dataStart   = `,"result":{"data":"`
)

// message reads one message. An error means that there will be no other.
func (w *cdpConn) message(from *bufio.Reader) error {
	if is, err := startsWith(from, answerStart); err != nil {
		return err
	} else if !is {
		return w.readEvent(from)
	}
	number, err := from.ReadSlice(',')
	if err != nil {
		return err
	}
	id, err := strconv.Atoi(string(number[:len(number)-1]))
	if err != nil {
		return err
	}
	if err := from.UnreadByte(); err != nil {
		return err
	}
	switch c := w.take(id); {
	case c == nil:
		return skip(from)
	case c.limit > 0:
		return readData(from, c)
	default:
		return readResult(from, c)
	}
}

// skip reads to the end of a message that nobody waits for, and keeps nothing of it.
func skip(from *bufio.Reader) error {
	for {
		if _, err := from.ReadSlice(0); !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
	}
}

// startsWith says whether the next message, or what is left of it, does, and goes on behind it if so. The text is
// shorter than any message that could stand there.
func startsWith(from *bufio.Reader, text string) (bool, error) {
	head, err := from.Peek(len(text))
	if err != nil || string(head) != text {
		return false, err
	}
	_, err = from.Discard(len(text))
	return true, err
}

func (w *cdpConn) readEvent(from *bufio.Reader) error {
	message, err := from.ReadBytes(0)
	if err != nil {
		return err
	}
	event := &cdp.Event{}
	if err := json.Unmarshal(message[:len(message)-1], event); err != nil {
		return err
	}
	w.event(event)
	return nil
}

// readResult reads an answer from behind its number, where a comma stands.
func readResult(from *bufio.Reader, c *call) error {
	message, err := from.ReadBytes(0)
	if err != nil {
		return err
	}
	message[0], message = '{', message[:len(message)-1]
	var a struct {
		Result json.RawMessage
		Error  *cdp.Error
	}
	if err := json.Unmarshal(message, &a); err != nil {
		return err
	}
	if a.Error != nil {
		c.answer <- answer{err: a.Error}
	} else {
		c.answer <- answer{result: a.Result}
	}
	return nil
}

// readData reads an answer in base64 from behind its number.
func readData(from *bufio.Reader, c *call) error {
	if is, err := startsWith(from, dataStart); err != nil {
		return err
	} else if !is {
		return readResult(from, c) // an error
	}
	a, err := decode(from, c.limit)
	if err != nil {
		return err
	}
	if err := skip(from); err != nil {
		return err
	}
	c.answer <- a
	return nil
}

// decode reads base64 up to the quotation mark at its end. The reader's buffer holds whole groups of four.
func decode(from *bufio.Reader, limit int) (a answer, err error) {
	for ended := false; !ended; {
		piece, err := from.ReadSlice('"')
		switch {
		case err == nil:
			ended, piece = true, piece[:len(piece)-1]
		case !errors.Is(err, bufio.ErrBufferFull):
			return a, err
		}
		if a.err != nil {
			continue
		}
		if a.result, a.err = base64.StdEncoding.AppendDecode(a.result, piece); a.err == nil && len(a.result) > limit {
			a = answer{err: errTooLarge}
		}
	}
	return a, nil
}

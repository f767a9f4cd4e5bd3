package chrome

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/go-rod/rod/lib/cdp"
	"github.com/go-rod/rod/lib/proto"

	"platen/domain"
)

// session is a protocol session with the browser or a tab: the client of rod's typed calls.
type session struct {
	ctx  context.Context
	conn *cdpConn
	id   proto.TargetSessionID
}

var (
	_ proto.Client      = session{}
	_ proto.Sessionable = session{}
	_ proto.Contextable = session{}
)

func (s session) Call(ctx context.Context, id, method string, params any) ([]byte, error) {
	return s.conn.Call(ctx, id, method, params)
}
func (s session) GetSessionID() proto.TargetSessionID { return s.id }
func (s session) GetContext() context.Context         { return s.ctx }

// causeOf returns the cause of ctx instead of the error of a call, which says less, if ctx has ended.
func causeOf(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// cdpConn is the client of a DevTools connection: calls, answers and events. The package comment says why rod's client is not
// used. Safe for concurrent use.
type cdpConn struct {
	transport transport
	event     func(*cdp.Event) // called for one event after the other
	out       chan []byte

	mu    sync.Mutex
	calls map[int]*call // calls without an answer, by their ids
	last  int           // the id of the last call

	alive context.Context // ends with the connection; the cause is an ErrEngineLost
	end   context.CancelCauseFunc
}

// call is a call that waits for its answer.
type call struct {
	limit  int         // if positive: the answer is base64 of at most this many bytes
	answer chan answer // holds one value
}

type answer struct {
	result []byte
	err    error
}

var errTooLarge = errors.New("the answer is too large")

// newCDPConn starts the client of a transport. It ends, with its goroutines, when the transport or alive ends.
func newCDPConn(alive context.Context, end context.CancelCauseFunc, t transport, event func(*cdp.Event)) *cdpConn {
	conn := &cdpConn{transport: t, event: event, out: make(chan []byte), calls: map[int]*call{}, alive: alive, end: end}
	go conn.read()
	go conn.write()
	return conn
}

// Call calls a method and returns its result as JSON.
func (conn *cdpConn) Call(ctx context.Context, session, method string, params any) ([]byte, error) {
	return conn.callBinary(ctx, session, method, params, 0)
}

// callBinary calls a method whose result begins with a base64 field "data", and returns the decoded bytes; errTooLarge if there
// are more than limit. If that is 0, it returns any result as JSON.
func (conn *cdpConn) callBinary(ctx context.Context, session, method string, params any, limit int) ([]byte, error) {
	c := &call{limit: limit, answer: make(chan answer, 1)}
	conn.mu.Lock()
	conn.last++
	id := conn.last
	conn.calls[id] = c
	conn.mu.Unlock()
	defer conn.remove(id)
	message, err := domain.EncodeJSON(cdp.Request{ID: id, SessionID: session, Method: method, Params: params}, "")
	if err != nil {
		return nil, fmt.Errorf("%s: %w", method, err)
	}
	message[len(message)-1] = 0 // in the place of the line feed
	select {
	case conn.out <- message:
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-conn.alive.Done():
		return nil, context.Cause(conn.alive)
	}
	select {
	case a := <-c.answer:
		return a.result, a.err
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-conn.alive.Done():
		return nil, context.Cause(conn.alive)
	}
}

// remove removes a call and returns it; nil if its caller no longer waits for the answer.
func (conn *cdpConn) remove(id int) *call {
	conn.mu.Lock()
	defer conn.mu.Unlock()
	c := conn.calls[id]
	delete(conn.calls, id)
	return c
}

// write sends messages until the connection ends.
func (conn *cdpConn) write() {
	for {
		select {
		case message := <-conn.out:
			if _, err := conn.transport.Write(message); err != nil {
				return // read fails too, and ends the connection
			}
		case <-conn.alive.Done():
			return
		}
	}
}

// with passes on an event of a type, unless it has another form.
func with[E any](event *cdp.Event, handle func(E)) {
	var e E
	if json.Unmarshal(event.Params, &e) == nil {
		handle(e)
	}
}

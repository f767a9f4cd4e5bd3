package admission

import (
	"math"
	"slices"
	"time"
)

// ticket is a document from its arrival to its end.
type ticket struct {
	share  *share
	number uint64 // in the order of arrival
	// decided is closed when it is the document's turn, or when it is dropped.
	decided chan struct{}
	dropped bool
	// charged is the time that was charged to the client's share in advance.
	charged time.Duration
}

// share is the rendering time of one client, and its waiting documents.
type share struct {
	// served is the rendering time that the client has used, on the queue's clock.
	served  time.Duration
	waiting []*ticket // in the order of arrival
	running int
	pace    pace
	seen    time.Time // when its last document arrived
}

// longDocument is the mean time of a client's documents above which they count as long.
const longDocument = time.Second

func (s *share) long() bool { return s.pace.mean > longDocument }

// queue shares out turns among clients by the rendering time that they have used: of the clients with a waiting document, the
// one with the least is next. So clients whose documents take equally long take turns, and one whose documents take ten times
// as long has a tenth of the turns.
//
// Turns alone do not help a client whose document arrives while long ones hold all slots. So while a client with short
// documents is active, long documents hold all slots but one. It is for one goroutine at a time.
type queue struct {
	slots  int
	shares map[string]*share
	length int
	number uint64
	// clock is the rendering time that the client of the last turn had used by then. A client that comes back after a pause
	// continues from there, so that it has no more turns than the others.
	clock time.Duration
}

// push puts a document at the end of its client's queue.
func (q *queue) push(client string) *ticket {
	s := q.shares[client]
	if s == nil {
		s = &share{}
		q.shares[client] = s
	}
	s.seen = time.Now()
	if len(s.waiting) == 0 && s.running == 0 {
		s.served = max(s.served, q.clock)
	}
	q.number++
	t := &ticket{share: s, number: q.number, decided: make(chan struct{})}
	s.waiting = append(s.waiting, t)
	q.length++
	return t
}

// activeFor is how long a client counts as active after its last document.
const activeFor = 10 * time.Second

// pop admits the next document, and charges its client the time that a document is expected to take. It is false if
// no document may have the free slot; wait is then the time until the slot is no longer kept for short documents.
func (q *queue) pop(expected time.Duration) (popped bool, wait time.Duration) {
	wait = q.keptFor()
	var next *share
	for client, s := range q.shares {
		switch {
		case len(s.waiting) == 0:
			if s.running == 0 && s.served <= q.clock && time.Since(s.seen) > activeFor {
				delete(q.shares, client) // it would begin from the clock anyway
			}
		case s.long() && wait > 0: // the slot is kept for short documents
		case next == nil, s.served < next.served, s.served == next.served && s.waiting[0].number < next.waiting[0].number:
			next = s
		}
	}
	if next == nil {
		return false, wait
	}
	t := next.waiting[0]
	q.remove(t)
	q.clock = max(q.clock, next.served)
	t.charged = expected
	next.served += expected
	next.running++
	close(t.decided)
	return true, 0
}

// keptFor is how long a free slot is kept for short documents: as long as a client with short documents is active, if
// long documents hold all other slots. A single slot is never kept.
func (q *queue) keptFor() (wait time.Duration) {
	held := 0
	for _, s := range q.shares {
		switch {
		case s.long():
			held += s.running
		case s.pace.mean > 0: // a client without a finished document is neither short nor long
			wait = max(wait, activeFor-time.Since(s.seen))
		}
	}
	if q.slots == 1 || held < q.slots-1 {
		return 0
	}
	return wait
}

// remove removes a waiting document from the queue.
func (q *queue) remove(t *ticket) {
	t.share.waiting = slices.DeleteFunc(t.share.waiting, func(other *ticket) bool { return other == t })
	q.length--
}

// drop refuses a document: the last one of the client that has the most waiting. So a client that floods the queue is
// refused, and another client is not. The queue must not be empty.
func (q *queue) drop() {
	most := 0
	var victim *ticket
	for _, s := range q.shares {
		number := len(s.waiting)
		if number == 0 || number < most {
			continue
		}
		if last := s.waiting[number-1]; number > most || last.number > victim.number {
			most, victim = number, last
		}
	}
	q.remove(victim)
	victim.dropped = true
	close(victim.decided)
}

// done replaces the expected time that the client was charged by the time that the document took.
func (t *ticket) done(took time.Duration) {
	t.share.served += took - t.charged
	t.share.running--
	t.share.pace.add(took)
}

// pace is the mean time of documents; recent ones count more.
type pace struct{ mean time.Duration }

// firstGuess is the expected time until a document has ended.
const firstGuess = time.Second

func (p *pace) expected() time.Duration {
	if p.mean == 0 {
		return firstGuess
	}
	return p.mean
}

func (p *pace) add(took time.Duration) {
	const weight = 0.1 // of one document: the last twenty make up most of the mean
	if p.mean == 0 {
		p.mean = took
		return
	}
	p.mean = time.Duration(math.Round(float64(p.mean)*(1-weight) + float64(took)*weight))
}

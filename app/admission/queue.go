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
	// charged is what the client's share was charged in advance.
	charged time.Duration
}

// share is what one client has had, and waits for.
type share struct {
	// served is the rendering time that the client has had, on the queue's clock.
	served  time.Duration
	waiting []*ticket // in the order of arrival
	running int
	pace    pace
	seen    time.Time // when its last document arrived
}

// longDocument is the mean time of a client's documents above which they count as long.
const longDocument = time.Second

func (s *share) long() bool { return s.pace.mean > longDocument }

// short tells a client whose documents are known to be short: a client that has had none yet is neither short nor long.
func (s *share) short() bool { return s.pace.mean > 0 && !s.long() }

// queue shares out turns among clients by the rendering time that they have had: of those with a document waiting, the
// one with the least is next. So clients whose documents cost the same take turns, and one whose documents cost ten times
// as much has a tenth of the turns.
//
// Turns alone do not help a client whose document arrives while long ones hold all slots. So while a client with short
// documents is active, long documents hold all slots but one. It is for one goroutine at a time.
type queue struct {
	slots  int
	shares map[string]*share
	length int
	number uint64
	// clock is what the client whose turn it was last had had by then. A client that comes back after a pause continues
	// from there: nobody saves up turns.
	clock time.Duration
}

// push puts a document at the end of its client's line.
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

// pop gives the next document its turn, and charges its client what a document is expected to take. It is false if
// no document may have the free slot. Then wait is the time until the slot is no longer kept for short documents; 0
// where no document waits.
func (q *queue) pop(expected time.Duration) (popped bool, wait time.Duration) {
	wait = q.keptFor()
	var next *share
	for client, s := range q.shares {
		switch {
		case len(s.waiting) == 0:
			if s.running == 0 && s.served <= q.clock && time.Since(s.seen) > activeFor {
				delete(q.shares, client) // it would begin from the clock anyway
			}
		case s.long() && wait > 0: // the slot is not for it
		case next == nil, s.served < next.served, s.served == next.served && s.waiting[0].number < next.waiting[0].number:
			next = s
		}
	}
	switch {
	case q.length == 0:
		return false, 0
	case next == nil:
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

// keptFor is how long the next slot is kept for short documents: as long as a client with short documents is active, if
// it is the last slot that long documents do not hold. A single slot is kept for nobody.
func (q *queue) keptFor() (wait time.Duration) {
	held := 0
	for _, s := range q.shares {
		switch {
		case s.long():
			held += s.running
		case s.short() && s.running > 0:
			wait = activeFor
		case s.short():
			wait = max(wait, activeFor-time.Since(s.seen))
		}
	}
	if q.slots == 1 || held < q.slots-1 {
		return 0
	}
	return wait
}

// remove takes a document that waits out of the queue.
func (q *queue) remove(t *ticket) {
	t.share.waiting = slices.DeleteFunc(t.share.waiting, func(other *ticket) bool { return other == t })
	q.length--
}

// drop refuses a document: the last to arrive of those clients that have the most waiting. So a client that floods the
// queue finds it full, and another one does not. The queue must not be empty.
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

// done charges a document's client what it took indeed.
func (t *ticket) done(took time.Duration) {
	t.share.served += took - t.charged
	t.share.running--
	t.share.pace.add(took)
}

// pace is what documents take, recent ones above all.
type pace struct{ mean time.Duration }

// firstGuess stands until a document has ended.
const firstGuess = time.Second

func (p *pace) expected() time.Duration {
	if p.mean == 0 {
		return firstGuess
	}
	return p.mean
}

func (p *pace) add(took time.Duration) {
	const weight = 0.1 // of one document: the last twenty count for most of the mean
	took = max(took, 1)
	if p.mean == 0 {
		p.mean = took
		return
	}
	p.mean = time.Duration(math.Round(float64(p.mean)*(1-weight) + float64(took)*weight))
}

package generate

import (
	"context"
	"reflect"

	"platen/domain"
	"platen/domain/headerfooter"
)

// likelyPages are the pages of the client's last document with the same templates.
type likelyPages struct {
	number   int         // 0: unknown
	paper    domain.Size // of each, as the engine printed it
	doubtful bool        // it was another number the time before
}

// earlyNumbers are copies of header and footer with numbers, which are printed while the body is, for the pages that it is
// likely to have. They are used only if it has exactly these.
type earlyNumbers struct {
	pages  []bodyPage
	cancel context.CancelFunc
	done   chan struct{}
	err    error
}

// numberEarly begins to print the copies, while the body is printed with the room that they need; nil if its pages are not known. The
// caller ends it with discard, and does not use header and footer before.
func (j *job) numberEarly(ctx context.Context, all []*headerFooter, early *earlyBody) *earlyNumbers {
	if early == nil || early.pages.number < 2 || early.pages.doubtful {
		return nil
	}
	e := &earlyNumbers{pages: j.pagesOf(early.pages), done: make(chan struct{})}
	ctx, e.cancel = context.WithCancel(ctx)
	go func() {
		defer close(e.done)
		defer recovered(&e.err)
		e.err = j.renderAllNumbered(ctx, all, e.pages)
	}()
	return e
}

// pagesOf describes pages of one size.
func (j *job) pagesOf(likely likelyPages) (pages []bodyPage) {
	for number := range likely.number {
		pages = append(pages, j.pageOf(number+1, likely.paper))
	}
	return pages
}

// discard ends the print, if it is under way.
func (e *earlyNumbers) discard() {
	if e != nil {
		e.cancel()
		<-e.done
	}
}

// serves tells whether the copies are those for a body. It returns when nothing prints any more.
func (e *earlyNumbers) serves(j *job, body printedBody) bool {
	if e == nil {
		return false
	}
	if !j.sameGroups(e.pages, body.pages) {
		e.discard()
		return false
	}
	<-e.done
	return e.err == nil
}

// sameGroups tells whether header and footer have the same copies for some pages as for others.
func (j *job) sameGroups(a, b []bodyPage) bool {
	return len(a) == len(b) && reflect.DeepEqual(j.groups(headerfooter.Header, a), j.groups(headerfooter.Header, b)) &&
		reflect.DeepEqual(j.groups(headerfooter.Footer, a), j.groups(headerfooter.Footer, b))
}

// likelyPages gives the pages of a body in the short form; none if they differ in size, or in more than page rules say.
func (j *job) likelyPages(body printedBody) likelyPages {
	likely := likelyPages{number: len(body.pages), paper: body.target.Pages()[0]}
	if !j.sameGroups(j.pagesOf(likely), body.pages) {
		return likelyPages{}
	}
	return likely
}

// number prints header and footer with the numbers of the body's pages, unless early copies serve.
func (j *job) number(ctx context.Context, all []*headerFooter, body printedBody, early *earlyNumbers) error {
	if !early.serves(j, body) {
		j.weight.Store(body.weight) // what was printed early is printed again
		return j.renderAllNumbered(ctx, all, body.pages)
	}
	weight := body.weight
	for _, h := range all {
		for _, o := range h.overlays {
			weight += int64(len(o.content))
		}
	}
	j.weight.Store(weight)
	return j.checkSize(weight)
}

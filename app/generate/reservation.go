package generate

import (
	"platen/domain"
	"platen/domain/headerfooter"
	"platen/domain/pagecss"
)

// reservation is the room for header and footer, which grows from round to round until they fit.
//
// It ends: the room never shrinks. In each round that is needed, the header's or the footer's grows, from the fourth
// round on by twice as much as in the round before. It ends at the latest at the share of the smallest page that a
// header may take, beyond which the document is refused.
type reservation struct {
	margins pagecss.MarginReserve
	least   domain.Length // the height of the smallest page
	round   int
}

func newReservation(settings Settings, page domain.Length) *reservation {
	return &reservation{margins: pagecss.MarginReserve{Edge: settings.Edge, Gap: settings.Gap}, least: page}
}

// height gives the room at a position.
func (r *reservation) height(position headerfooter.Position) *domain.Length {
	if position == headerfooter.Header {
		return &r.margins.Header
	}
	return &r.margins.Footer
}

// reserve makes room for the tallest copies.
func (r *reservation) reserve(all []*headerFooter) {
	for _, h := range all {
		height, needed := r.height(h.position), h.tallest()
		if needed > *height {
			*height = max(needed, min(needed+r.slack(), pagecss.MaxShare*r.least))
		}
	}
	r.round++
}

// slack is the room beyond what is needed: none in the first three rounds, after which all numbers are known as a rule.
func (r *reservation) slack() domain.Length {
	if r.round < 3 {
		return 0
	}
	return domain.Length(int(1)<<min(r.round-2, 16)) * domain.Millimetre
}

// limit takes the height of a page into account. The error is an InvalidRequest: header and footer do not fit it.
func (r *reservation) limit(page domain.Length) error {
	r.least = min(r.least, page)
	return r.margins.Fits(page)
}

// fits tells whether the room is enough for all copies.
func (r *reservation) fits(all []*headerFooter) bool {
	for _, h := range all {
		if h.tallest() > *r.height(h.position)+tolerance {
			return false
		}
	}
	return true
}

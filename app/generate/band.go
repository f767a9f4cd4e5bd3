package generate

import (
	"context"
	"math"

	"platen/domain"
	"platen/ports"
)

// band is a header or a footer on its way onto the pages.
type band struct {
	running *domain.HeaderFooter
	side    side

	trial  strip   // the first print, made to measure: it says "1 of 1"
	strips []strip // those whose copies go onto the pages
}

// side is the edge of the page that a band stands at.
type side int

const (
	top side = iota
	bottom
)

// String names the field of the request that the band is from.
func (s side) String() string { return [...]string{"headerHtml", "footerHtml"}[s] }

// try prints a band for the first time, as for a document of one page.
func (j *job) try(ctx context.Context, b *band) error {
	trial, err := j.printStrip(ctx, b, j.span(1, j.paper).width, 1, 1, 1)
	if err != nil {
		return err
	}
	b.trial, b.strips = trial, []strip{trial}
	return nil
}

// number prints a band with the numbers of the body's pages: a strip for each width of page, since a line may
// break elsewhere. The first print serves where it says the same.
func (j *job) number(ctx context.Context, b *band, pages []domain.Size) error {
	b.strips = b.strips[:0]
	for _, r := range j.ranges(pages) {
		kind := b.running.Numbering()
		if same(r.width, b.trial.width) && (kind == domain.Unnumbered || len(pages) == 1) {
			shared := b.trial
			shared.first = 0
			b.strips = append(b.strips, shared)
			continue
		}
		if kind != domain.PerPage {
			s, err := j.printStrip(ctx, b, r.width, 1, 1, len(pages))
			if err != nil {
				return err
			}
			s.first = 0
			b.strips = append(b.strips, s)
			continue
		}
		for first := r.first; first <= r.last; first += maxCopies {
			s, err := j.printStrip(ctx, b, r.width, first, min(first+maxCopies-1, r.last), len(pages))
			if err != nil {
				return err
			}
			b.strips = append(b.strips, s)
		}
	}
	return nil
}

// maxCopies is how many copies are printed at once. In wkhtmltopdf each page costs as much more as there are pages.
const maxCopies = 25

// traffic is what the copies on the pages asked for. They ask for the same, so that a resource which did not come
// counts once for all of them; or as often as the first print, of a single copy, did without something of that
// address.
func (b *band) traffic() (all domain.Traffic) {
	most := map[string]int{}
	for _, f := range b.trial.traffic.Failed {
		most[f.URL]++
	}
	told := map[string]int{}
	for _, s := range b.strips {
		all.Requests += s.traffic.Requests
		here := map[string]int{}
		for _, f := range s.traffic.Failed {
			here[f.URL]++
			if here[f.URL] > told[f.URL] && here[f.URL] <= max(1, most[f.URL]) {
				told[f.URL]++
				all.Failed = append(all.Failed, f)
			}
		}
	}
	return all
}

// claim makes room for the band as tall as it is known to be.
func (b *band) claim(room *domain.MarginReserve) {
	height := b.trial.tallest()
	for _, s := range b.strips {
		height = max(height, s.tallest())
	}
	if b.side == top {
		room.Header = height
	} else {
		room.Footer = height
	}
}

// fit tells whether the room is enough for all copies.
func (j *job) fit(room domain.MarginReserve) bool {
	needed := room
	for _, b := range j.bands {
		b.claim(&needed)
	}
	return needed.Header <= room.Header+tolerance && needed.Footer <= room.Footer+tolerance
}

// tolerance is less than anybody sees on paper, and more than engines round by.
const tolerance = 0.5 * domain.Point

// same tells whether two lengths are the same but for rounding.
func same(a, b domain.Length) bool { return math.Abs(float64(a-b)) < float64(tolerance) }

// pageRange is where pages of one width are.
type pageRange struct {
	width       domain.Length
	first, last int // the first and the last of them; there may be others between
}

// ranges gives the widths of the pages, as bands see them.
func (j *job) ranges(pages []domain.Size) []pageRange {
	var all []pageRange
	for i, page := range pages {
		width := j.span(i+1, page).width
		r := find(all, width)
		if r == nil {
			all = append(all, pageRange{width: width, first: i + 1})
			r = &all[len(all)-1]
		}
		r.last = i + 1
	}
	return all
}

func find(all []pageRange, width domain.Length) *pageRange {
	for i := range all {
		if same(all[i].width, width) {
			return &all[i]
		}
	}
	return nil
}

// overlays places a band's copies on the body's pages.
func (j *job) overlays(b *band, pages []domain.Size) []ports.Overlay {
	overlays := make([]ports.Overlay, 0, len(b.strips))
	placed := make([]bool, len(pages)) // a page's width may be all but that of two strips
	for _, s := range b.strips {
		overlay := ports.Overlay{Content: s.content}
		for i, page := range pages {
			if across := j.span(i+1, page); !placed[i] && s.has(i+1) && same(across.width, s.width) {
				placed[i] = true
				from := s.copyFor(i + 1)
				overlay.Placements = append(overlay.Placements, ports.Placement{TargetPage: i + 1, SourcePage: from, Region: j.region(b.side, page, across, s.heights[from-1])})
			}
		}
		overlays = append(overlays, overlay)
	}
	return overlays
}

// region is where a copy of that height stands on a page.
func (j *job) region(at side, page domain.Size, across span, height domain.Length) domain.Rect {
	edge := j.settings.Edge
	r := domain.Rect{Left: across.left, Top: edge, Right: across.left + across.width, Bottom: edge + height}
	if at == bottom {
		r = r.Move(0, page.Height-2*edge-height)
	}
	return r
}

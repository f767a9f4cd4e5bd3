package generate_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"platen/app/generate"
	"platen/domain"
	"platen/domain/headerfooter"
	"platen/domain/page"
	"platen/ports"
)

// fakeEngine is a renderer, inspector and stamper. Words in the HTML tell what it prints.
type fakeEngine struct {
	ports.PDFReader
	mu sync.Mutex
	// prints are the jobs so far, by what they print: body, header, footer.
	prints map[string][]domain.PrintJob
	scopes []ports.NetworkScope // of all prints
	opened fakeScope
	// pages is the number of the body's pages, tall the height of a copy that bears the number; below 0: its end is not on
	// its page.
	pages int
	tall  func(page, total int) domain.Length
	wide  map[string]domain.Length // how far copies reach, by the names of prints
	// crowded is how many copies paint very much, each in other places.
	crowded int
	// failed are the addresses that a print does without.
	failed    map[string][]string
	err       error
	silent    bool          // prints ask the network for nothing
	last      []domain.Size // of the last pages; the others are A4
	selectors bool          // it follows page rules itself
	sheets    int           // that were read
}

// fakeScope counts how often it is closed, and names what is unfinished.
type fakeScope struct {
	ports.NetworkScope
	unfinished []string
	closed     int
}

func (s *fakeScope) Unfinished() []string { return s.unfinished }

func (s *fakeScope) During(context.Context) ports.NetworkScope { return s }

func (s *fakeScope) Fetches() domain.Fetches { return domain.Fetches{Resources: 2} }

func (s *fakeScope) Close() { s.closed++ }

func (p *fakeEngine) OpenScope(context.Context) ports.NetworkScope { return &p.opened }

func (p *fakeEngine) Render(_ context.Context, job domain.PrintJob, options ports.RenderOptions) (domain.PDF, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	of := "body"
	for _, position := range []string{"header", "footer"} {
		if strings.Contains(job.HTML, "this is the "+position) {
			of = position
		}
	}
	p.prints[of] = append(p.prints[of], job)
	p.scopes = append(p.scopes, options.Scope)
	name := fmt.Sprintf("%s %d", of, len(p.prints[of])-1)
	traffic := domain.Traffic{Requests: 1}
	for _, url := range p.failed[name] {
		shown, query, _ := strings.Cut(url, "?")
		traffic.Failed = append(traffic.Failed, domain.FailedResource{URL: shown, Hidden: query})
	}
	if p.silent {
		traffic = domain.Traffic{}
	}
	return domain.PDF{Content: []byte(name), Traffic: traffic}, p.err
}

// Pages measures the copies of an overlay by the numbers in them.
func (p *fakeEngine) Pages(pdf []byte) ([]domain.PrintedPage, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	var of string
	var print int
	if _, err := fmt.Sscan(string(pdf), &of, &print); err != nil {
		return nil, err
	}
	if of == "body" {
		return p.bodyPages()
	}
	above, _ := strconv.ParseFloat(margin.FindStringSubmatch(p.prints[of][print].HTML)[1], 64)
	var pages []domain.PrintedPage
	for _, text := range strings.Split(p.prints[of][print].HTML, "this is the ")[1:] {
		page, total := 1, 1
		if numbers := number.FindAllStringSubmatch(text, 2); len(numbers) == 2 {
			page, _ = strconv.Atoi(numbers[0][1])
			total, _ = strconv.Atoi(numbers[1][1])
		}
		copied := domain.PrintedPage{}
		if tall := p.tall(page, total); tall >= 0 {
			copied.Links = []domain.Link{{URI: headerfooter.EndLinkURI, Rect: domain.Rect{Top: domain.Length(above) + tall}}}
		}
		pages = append(pages, copied)
	}
	return pages, nil
}

// bodyPages are A4, or a hair wide if an unlimited style sheet says so.
func (p *fakeEngine) bodyPages() ([]domain.PrintedPage, error) {
	pages := make([]domain.PrintedPage, p.pages)
	for i := range pages {
		pages[i].Size = roundedA4
		if fromEnd := len(pages) - i; fromEnd <= len(p.last) {
			pages[i].Size = p.last[len(p.last)-fromEnd]
		}
	}
	return pages, nil
}

// margin is how far a copy is below the upper edge of its overlay page.
var margin = regexp.MustCompile(`margin-top:([\d.]+)pt`)

// Painted says that copies paint nothing, or in a wide print a line as long as that.
func (p *fakeEngine) Painted(pdf []byte, pages ...int) iter.Seq2[[]domain.PaintedRect, error] {
	return func(yield func([]domain.PaintedRect, error) bool) {
		for range pages {
			if !yield(p.paintedIn(pdf), nil) {
				return
			}
		}
	}
}

func (p *fakeEngine) paintedIn(pdf []byte) []domain.PaintedRect {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.crowded > 0 {
		p.crowded--
		many := make([]domain.PaintedRect, 30_000)
		for i := range many {
			many[i].Rect = domain.Rect{Left: 1000, Right: 1001 + domain.Length(i)/1000 + domain.Length(p.crowded)*100, Top: 1300, Bottom: 1301}
		}
		return many
	}
	long, is := p.wide[string(pdf)]
	if !is {
		return nil
	}
	of, print, _ := strings.Cut(string(pdf), " ")
	number, _ := strconv.Atoi(print)
	job := p.prints[of][number]
	above, _ := strconv.ParseFloat(margin.FindStringSubmatch(job.HTML)[1], 64)
	beside := (job.Paper.Width - job.Viewport.Width) / 2
	box := domain.Rect{Left: beside, Right: beside + long, Top: domain.Length(above), Bottom: domain.Length(above) + 10}
	return []domain.PaintedRect{{Kind: domain.Glyphs, Rect: box}}
}

var number = regexp.MustCompile(`>(\d+)<`)

func (p *fakeEngine) Stamp(_ context.Context, body []byte, changes ports.StampChanges) ([]byte, domain.Conformance, error) {
	out := string(body)
	for _, o := range changes.Overlays {
		for _, place := range o.Placements {
			out += fmt.Sprintf("|%s.%d on %d", o.Content, place.SourcePage, place.TargetPage)
		}
	}
	return []byte(out), changes.Standards, nil
}

// roundedA4 is what Chrome makes of A4.
var roundedA4 = domain.Size{Width: 595.92 * domain.Point, Height: 841.92 * domain.Point}

// newFakeEngine prints bodies of so many pages, and copies a centimetre tall.
func newFakeEngine(pages int) *fakeEngine {
	return &fakeEngine{pages: pages, prints: map[string][]domain.PrintJob{}, tall: func(int, int) domain.Length { return domain.Centimetre }}
}

func (p *fakeEngine) generator(change ...func(*generate.Settings)) *generate.Generator {
	return p.generatorOver(p, change...)
}

// generatorOver makes a generator with another renderer.
func (p *fakeEngine) generatorOver(renderer ports.Renderer, change ...func(*generate.Settings)) *generate.Generator {
	settings := generate.Settings{
		Page: page.Page{
			Size: domain.A4, Margins: domain.UniformMargins(domain.Centimetre),
			Steering: page.Steering{Edge: 5 * domain.Millimetre, Gap: 3 * domain.Millimetre},
		},
		MaxPages: 100, MaxPDF: domain.MiB,
	}
	for _, c := range change {
		c(&settings)
	}
	return generate.New(generate.Dependencies{
		Engine: ports.EngineInfo{Name: "fake", Capabilities: ports.Capabilities{PageRules: p.selectors}}, Renderer: renderer, Reader: p, Stamper: p, Network: p, Sheets: p,
		Fingerprint: func() domain.Fingerprint { return domain.Fingerprint{Engine: "e"} },
	}, settings)
}

const (
	numbered = `this is the header <b class=pageNumber></b> <b class=totalPages></b>`
	total    = `this is the header <b>1</b> <b class=totalPages></b>`
	plain    = `this is the header`
)

func TestNoMorePrintsThanNumbersDemand(t *testing.T) {
	for name, test := range map[string]struct {
		header        string
		pages, prints int
	}{
		"one page, numbered":      {numbered, 1, 1},
		"one page, plain":         {plain, 1, 1},
		"many pages, numbered":    {numbered, 12, 2},
		"many pages, total only":  {total, 12, 2},
		"many pages, plain":       {plain, 12, 1},
		"hundred pages, numbered": {numbered, 100, 1 + 2},
	} {
		t.Run(name, func(t *testing.T) {
			p := newFakeEngine(test.pages)
			document, err := p.generator().Generate(t.Context(), domain.Request{HTML: "body", HeaderHTML: test.header})
			require.NoError(t, err)
			require.Equal(t, test.pages, document.Pages)
			require.Equal(t, "fake", document.Engine)
			require.Len(t, p.prints["header"], test.prints)
			require.Len(t, p.prints["body"], 1)
			require.Equal(t, 1+max(1, test.prints-1), document.Traffic.Requests, "the body's, and those of what stands on the pages")
			for page := 1; page <= test.pages; page++ {
				require.Contains(t, string(document.PDF), fmt.Sprintf(" on %d", page))
			}
		})
	}
}

// TestEveryPageHasItsCopy: copies are printed maxCopies at once, after one with all digits.
func TestEveryPageHasItsCopy(t *testing.T) {
	p := newFakeEngine(100)
	document, err := p.generator().Generate(t.Context(), domain.Request{HTML: "body", HeaderHTML: numbered})
	require.NoError(t, err)
	placed := strings.Split(string(document.PDF), "|")[1:]
	require.Len(t, placed, 100)
	shown := map[int]int{} // the number of the copy on each page
	for _, place := range placed {
		var print, source, page int
		_, err := fmt.Sscanf(place, "header %d.%d on %d", &print, &source, &page)
		require.NoError(t, err)
		copies := strings.Split(p.prints["header"][print].HTML, "this is the ")
		shown[page], err = strconv.Atoi(number.FindStringSubmatch(copies[source])[1])
		require.NoError(t, err)
	}
	for page := 1; page <= 100; page++ {
		require.Equal(t, page, shown[page])
	}
	require.Len(t, p.prints["header"], 1+2)
	require.Equal(t, 1+2, document.Traffic.Requests, "the measuring print is on no page")
	for _, print := range p.prints["header"][1:] {
		require.Equal(t, "1234567890", number.FindStringSubmatch(print.HTML)[1], "each print embeds the same digits")
	}
}

// TestNearlyEqualWidths: pages whose widths differ by little share copies, and each shows one.
func TestNearlyEqualWidths(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pages := 1 + rapid.IntRange(1, 12).Draw(t, "pages")
		p := newFakeEngine(pages)
		for range rapid.IntRange(1, pages).Draw(t, "of another width") {
			wider := domain.Length(rapid.Float64Range(-3, 3).Draw(t, "points")) * domain.Point
			p.last = append(p.last, domain.Size{Width: roundedA4.Width + wider, Height: roundedA4.Height})
		}
		header := rapid.SampledFrom([]string{numbered, total, plain}).Draw(t, "header")
		document, err := p.generator().Generate(context.Background(), domain.Request{HTML: "body", HeaderHTML: header})
		require.NoError(t, err)
		for page := 1; page <= pages; page++ {
			require.Equal(t, 1, strings.Count(string(document.PDF)+"|", fmt.Sprintf(" on %d|", page)), "page %d of %s", page, document.PDF)
		}
	})
}

// TestOverlaysArePrintedTwoAtOnce: each of them waits here until both are under way.
func TestOverlaysArePrintedTwoAtOnce(t *testing.T) {
	p := newFakeEngine(100)
	both := make(chan struct{})
	g := p.generatorOver(rendererFunc(func(ctx context.Context, job domain.PrintJob) (domain.PDF, error) {
		if strings.Contains(job.HTML, ">1234567890<") {
			select {
			case both <- struct{}{}:
			case <-both:
			case <-ctx.Done():
				return domain.PDF{}, ctx.Err()
			}
		}
		return p.Render(ctx, job, ports.RenderOptions{})
	}))
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	document, err := g.Generate(ctx, domain.Request{HTML: "body", HeaderHTML: numbered})
	require.NoError(t, err)
	require.Equal(t, 100, strings.Count(string(document.PDF), "|header"))
}

func TestWithoutHeaderThereIsOnePrint(t *testing.T) {
	p := newFakeEngine(3)
	document, err := p.generator().Generate(t.Context(), domain.Request{HTML: "body"})
	require.NoError(t, err)
	require.Equal(t, "body 0", string(document.PDF))
	require.Equal(t, 3, document.Pages)
	require.Equal(t, domain.UniformMargins(domain.Centimetre), p.prints["body"][0].Margins)
	require.Positive(t, document.Timing.Compose)
}

// TestRoomGrows: a header that is taller on every look ends, too, and the room for it never shrinks.
func TestRoomGrows(t *testing.T) {
	p := newFakeEngine(12)
	looks := 0
	p.tall = func(page, _ int) domain.Length {
		if page == 12 {
			looks++
			if looks == 3 {
				return domain.Centimetre
			}
			return domain.Centimetre + 4*domain.Length(looks)*domain.Millimetre
		}
		return domain.Centimetre
	}
	_, err := p.generator().Generate(t.Context(), domain.Request{HTML: "body", HeaderHTML: numbered})
	require.NoError(t, err)
	bodies := p.prints["body"]
	require.Len(t, bodies, 3)
	for i := 1; i < len(bodies); i++ {
		require.Greater(t, bodies[i].Margins.Top, bodies[i-1].Margins.Top)
	}

	// One that doubles is refused when it is too tall for the page.
	p = newFakeEngine(12)
	grow := 5 * domain.Millimetre
	p.tall = func(int, int) domain.Length {
		grow = min(2*grow, 200*domain.Millimetre) // a taller one has no end on its page
		return grow
	}
	_, err = p.generator().Generate(t.Context(), domain.Request{HTML: "body", HeaderHTML: numbered})
	require.Less(t, len(p.prints["body"]), 12)
	require.ErrorContains(t, err, "more than 40 % of the page's 297 mm")

	// One that is a little taller each time is refused, too.
	p = newFakeEngine(12)
	height := domain.Centimetre
	p.tall = func(int, int) domain.Length { height += domain.Millimetre / 10; return height }
	_, err = p.generator().Generate(t.Context(), domain.Request{HTML: "body", HeaderHTML: numbered})
	require.Len(t, p.prints["body"], 6)
	require.Equal(t, domain.InvalidRequest, domain.AsError(err).Code)
	require.ErrorContains(t, err, "give them a fixed height")
}

// TestCopiesForTheirPagesOnly: pages of another width do not need copies of this one.
func TestCopiesForTheirPagesOnly(t *testing.T) {
	p := newFakeEngine(20)
	p.last = []domain.Size{{Width: domain.A4.Width / 2, Height: domain.A4.Height}}
	_, err := p.generator().Generate(t.Context(), domain.Request{HTML: "body", HeaderHTML: numbered})
	require.NoError(t, err)
	copies := 0
	for _, print := range p.prints["header"][1:] {
		copies += strings.Count(print.HTML, "this is the header") - strings.Count(print.HTML, ">1234567890<")
	}
	require.Equal(t, 20, copies, "one for each page")
	last := p.prints["header"][len(p.prints["header"])-1]
	require.Equal(t, 1, strings.Count(last.HTML, ">20</b> <b"), "one for the page of the other width")
}

// TestEndOfACopyIsMissing: a copy that is cut, or on another page than its own, is refused whichever it is.
func TestEndOfACopyIsMissing(t *testing.T) {
	for name, copy := range map[string]int{"the first": 1, "of a page": 3, "of the last page": 4} {
		t.Run(name, func(t *testing.T) {
			p, looks := newFakeEngine(3), 0
			p.tall = func(int, int) domain.Length {
				if looks++; looks == copy {
					return -1
				}
				return domain.Centimetre
			}
			_, err := p.generator().Generate(t.Context(), domain.Request{HTML: "body", HeaderHTML: numbered})
			require.Equal(t, domain.InvalidRequest, domain.AsError(err).Code)
			require.ErrorContains(t, err, "headerHtml is taller than 222 mm, more than 40 % of the page, or cannot be measured")
		})
	}
}

// TestWideNumbers: where one copy is too wide for the paper, all are printed again and equally reduced.
func TestWideNumbers(t *testing.T) {
	p := newFakeEngine(100)
	p.wide = map[string]domain.Length{"header 2": 300 * domain.Millimetre}
	document, err := p.generator().Generate(t.Context(), domain.Request{HTML: "body", HeaderHTML: numbered})
	require.NoError(t, err)
	require.Len(t, p.prints["header"], 1+2+2)
	for _, print := range p.prints["header"][3:] {
		require.InDelta(t, 300, print.Viewport.Width.Millimetres(), 1e-6)
	}
	require.Equal(t, 50, strings.Count(string(document.PDF), "|header 3."))
	require.Equal(t, 50, strings.Count(string(document.PDF), "|header 4."))
}

// TestCrowdedHeaders: what copies paint in equal places is there once, and what they paint in very many is too much.
func TestCrowdedHeaders(t *testing.T) {
	p := newFakeEngine(50)
	p.crowded = 1
	_, err := p.generator().Generate(t.Context(), domain.Request{HTML: "body", HeaderHTML: numbered})
	require.NoError(t, err)
	p.crowded = 50
	_, err = p.generator().Generate(t.Context(), domain.Request{HTML: "body", HeaderHTML: numbered})
	require.Equal(t, domain.InvalidRequest, domain.AsError(err).Code)
	require.ErrorContains(t, err, "headerHtml paints too much to be measured")
}

func TestTheBodyIsPrintedAgain(t *testing.T) {
	p := newFakeEngine(95)
	p.tall = func(page, _ int) domain.Length {
		if page > 9 {
			return 15 * domain.Millimetre
		}
		return domain.Centimetre
	}
	_, err := p.generator().Generate(t.Context(), domain.Request{HTML: "body", HeaderHTML: numbered})
	require.NoError(t, err)
	require.Len(t, p.prints["body"], 2, "once more, and no more than once")
	require.InDelta(t, 18, p.prints["body"][0].Margins.Top.Millimetres(), 0.1)
	require.InDelta(t, 23, p.prints["body"][1].Margins.Top.Millimetres(), 0.1)
}

// TestStylesOfTheFirstPage: if a header may be taller on the first page, its height on the others is known with their numbers. The next
// document expects it, also one of a single page.
func TestStylesOfTheFirstPage(t *testing.T) {
	p := newFakeEngine(3)
	p.selectors = true
	p.tall = func(page, _ int) domain.Length {
		if page == 1 {
			return 3 * domain.Centimetre
		}
		return domain.Centimetre
	}
	g := p.generator()
	for i, bodies := range []int{2, 1, 1} {
		p.prints["body"] = nil
		if i == 2 {
			p.pages = 1
		}
		_, err := g.Generate(t.Context(), domain.Request{HTML: "body", HeaderHTML: numbered + "<style>.platen-first{}</style>"})
		require.NoError(t, err)
		require.Len(t, p.prints["body"], bodies)
	}
	p = newFakeEngine(3)
	p.tall = func(page, _ int) domain.Length { return domain.Length(4-page) * domain.Centimetre }
	_, err := p.generator().Generate(t.Context(), domain.Request{HTML: "body", HeaderHTML: numbered})
	require.NoError(t, err)
	require.Len(t, p.prints["body"], 1, "its styles do not tell pages apart")
}

// TestATallerMarginMayMakeMorePages: the 104 pages that become of 99 bear other numbers than those.
func TestATallerMarginMayMakeMorePages(t *testing.T) {
	p := newFakeEngine(99)
	p.tall = func(_, total int) domain.Length {
		if total == 99 {
			p.pages = 104 // from the next print on
		}
		return domain.Length(len(strconv.Itoa(total))) * domain.Centimetre
	}
	_, err := p.generator(func(s *generate.Settings) { s.MaxPages = 200 }).Generate(t.Context(), domain.Request{HTML: "body", HeaderHTML: numbered})
	require.NoError(t, err)
	require.Len(t, p.prints["body"], 3)
	require.InDelta(t, 38, p.prints["body"][2].Margins.Top.Millimetres(), 0.1)
}

// TestSmallPages: what has room on the ordinary page may have none on another.
func TestSmallPages(t *testing.T) {
	p := newFakeEngine(2)
	p.last = []domain.Size{{Width: domain.A4.Width, Height: 24 * domain.Millimetre}}
	_, err := p.generator().Generate(t.Context(), domain.Request{HTML: "body", HeaderHTML: plain})
	require.Equal(t, domain.InvalidRequest, domain.AsError(err).Code)
	require.ErrorContains(t, err, "more than 40 % of the page's 24 mm")
	p.last[0].Height = 26 * domain.Millimetre
	_, err = p.generator().Generate(t.Context(), domain.Request{HTML: "body", HeaderHTML: plain})
	require.NoError(t, err)
	_, err = p.generator().Generate(t.Context(), domain.Request{HTML: "body", HeaderHTML: plain, FooterHTML: "this is the footer"})
	require.ErrorContains(t, err, "no room for content on a page of 26 mm")
}

// TestOneScope: all prints of a document share their limits and resources.
func TestOneScope(t *testing.T) {
	p := newFakeEngine(60)
	_, err := p.generator().Generate(t.Context(), domain.Request{HTML: "body", HeaderHTML: numbered, FooterHTML: "this is the footer"})
	require.NoError(t, err)
	require.NotEmpty(t, p.scopes)
	for _, scope := range p.scopes {
		require.Same(t, &p.opened, scope)
	}
	require.Equal(t, 1, p.opened.closed)
}

// TestDeadlineNamesWhatWasLoading: in the log, for the operator.
func TestDeadlineNamesWhatWasLoading(t *testing.T) {
	p := newFakeEngine(1)
	p.err = context.DeadlineExceeded
	p.opened.unfinished = []string{"https://slow.example/a.png", "https://slow.example/b.png"}
	_, err := p.generator().Generate(t.Context(), domain.Request{HTML: "body"})
	require.NotContains(t, err.Error(), "slow.example", "an engine's own deadline is not the document's")
	ctx, cancel := context.WithTimeout(t.Context(), 0)
	defer cancel()
	document, err := p.generator().Generate(ctx, domain.Request{HTML: "body"})
	require.Positive(t, document.Timing.Compose)
	document.Timing = domain.Timing{}
	require.Equal(t, domain.Document{Fetches: domain.Fetches{Resources: 2}}, document)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.ErrorContains(t, err, "still loading: https://slow.example/a.png, https://slow.example/b.png")
	require.Equal(t, domain.Timeout, domain.AsError(err).Code)
	require.NotContains(t, domain.AsError(err).Message, "slow.example")
}

// TestHeavyHeadersAreRefusedEarly: not when all their copies are in memory.
func TestHeavyHeadersAreRefusedEarly(t *testing.T) {
	p := newFakeEngine(1000)
	_, err := p.generator(func(s *generate.Settings) {
		s.MaxPages, s.MaxPDF = 1000, domain.ByteSize(len("body 0")+len("header 1"))
	}).Generate(t.Context(), domain.Request{HTML: "body", HeaderHTML: numbered})
	require.Equal(t, domain.InvalidRequest, domain.AsError(err).Code)
	require.ErrorContains(t, err, "more than the")
	require.LessOrEqual(t, len(p.prints["header"]), 4, "the measuring print, the first two overlays, and one under way")
}

func TestLimits(t *testing.T) {
	for name, change := range map[string]func(*generate.Settings){
		"pages": func(s *generate.Settings) { s.MaxPages = 2 },
		"bytes": func(s *generate.Settings) { s.MaxPDF = 3 },
	} {
		for _, header := range []string{"", plain} {
			_, err := newFakeEngine(3).generator(change).Generate(t.Context(), domain.Request{HTML: "body", HeaderHTML: header})
			require.Equal(t, domain.InvalidRequest, domain.AsError(err).Code, name)
			require.Contains(t, domain.AsError(err).Message, "more than the")
		}
	}
	p := newFakeEngine(1)
	p.tall = func(int, int) domain.Length { return 130 * domain.Millimetre }
	_, err := p.generator().Generate(t.Context(), domain.Request{HTML: "body", HeaderHTML: plain})
	require.Equal(t, domain.InvalidRequest, domain.AsError(err).Code)
	require.Empty(t, p.prints["body"], "nothing is printed for a header that cannot stand")
}

// TestFailedResourcesOfTheStampedPrints: an address that the copies on the pages lack counts once.
func TestFailedResourcesOfTheStampedPrints(t *testing.T) {
	p := newFakeEngine(3)
	p.failed = map[string][]string{
		"body 0":   {"of the body"},
		"header 0": {"for a moment", "always", "twice", "twice"},
		"header 1": {"always", "always", "always", "twice", "twice", "twice", "later", "i?a=1", "i?a=2", "i?a=1"},
	}
	document, err := p.generator().Generate(t.Context(), domain.Request{HTML: "x", HeaderHTML: numbered})
	require.NoError(t, err)
	var urls []string
	for _, f := range document.Traffic.Failed {
		urls = append(urls, f.URL)
	}
	require.Equal(t, []string{"of the body", "always", "twice", "later", "i", "i"}, urls)
}

// TestPanicIsAnError: header and footer are printed on goroutines of their own, where nobody else would catch it.
func TestPanicIsAnError(t *testing.T) {
	p := newFakeEngine(1)
	p.tall = func(int, int) domain.Length { panic("cannot measure this") }
	_, err := p.generator().Generate(t.Context(), domain.Request{HTML: "x", HeaderHTML: plain})
	require.Equal(t, domain.RenderFailed, domain.AsError(err).Code)
	require.ErrorContains(t, domain.AsError(err).Err, "cannot measure this")
	require.NotContains(t, domain.AsError(err).Message, "measure")
}

func TestFailuresKeepTheirCause(t *testing.T) {
	broken := errors.New("broken")
	for _, header := range []string{"", plain} {
		p := newFakeEngine(1)
		p.err = broken
		_, err := p.generator().Generate(t.Context(), domain.Request{HTML: "body", HeaderHTML: header})
		require.ErrorIs(t, err, broken)
		require.Equal(t, domain.RenderFailed, domain.AsError(err).Code)
	}
}

// TestFingerprintOfTheFilledRequest: what the placeholders became decides, not how the request was written.
func TestFingerprintOfTheFilledRequest(t *testing.T) {
	of := func(request domain.Request) domain.Fingerprint {
		document, err := newFakeEngine(1).generator().Generate(t.Context(), request)
		require.NoError(t, err)
		return document.Fingerprint
	}
	filled := of(domain.Request{HTML: "body", CSS: "p{}"})
	require.Equal(t, domain.Fingerprint{Request: domain.Request{HTML: "body", CSS: "p{}"}.Digest(), Engine: "e"}, filled)
	require.NotEqual(t, filled, of(domain.Request{HTML: "body"}))
	request, err := domain.ParseRequest([]byte(`{"html": "{{what}}", "css": "p{}", "data": {"what": "body"}}`))
	require.NoError(t, err)
	require.Equal(t, filled, of(request))
}

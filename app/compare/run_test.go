package compare_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"iter"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"platen/app/compare"
	"platen/domain"
	"platen/domain/comparison"
	"platen/ports"
)

// sketches are documents that are known without PDFs: a PDF's bytes are the name of its sketch. It is a ports.Rasterizer
// that draws words as patterns of bars.
type sketches map[string]domain.Reading

func (s sketches) Read(_ context.Context, pdf []byte) (domain.Reading, error) {
	reading, known := s[string(pdf)]
	if !known {
		return reading, errors.New("it is no PDF")
	}
	return reading, nil
}

func (s sketches) Pages(_ context.Context, pdf []byte, dpi float64) iter.Seq2[*image.RGBA, error] {
	at := func(l domain.Length) int { return int(l.Inches() * dpi) }
	return func(yield func(*image.RGBA, error) bool) {
		for _, page := range s[string(pdf)].Pages {
			if page.Size == (domain.Size{}) {
				yield(nil, errors.New("a page has no size"))
				return
			}
			picture := image.NewRGBA(image.Rect(0, 0, at(page.Size.Width), at(page.Size.Height)))
			draw.Draw(picture, picture.Bounds(), image.White, image.Point{}, draw.Src)
			for _, w := range page.Words {
				for x := at(w.Box.Left) + 1; x < at(w.Box.Right)-1; x += 3 {
					for y := at(w.Box.Top) + 3; y < at(w.Box.Bottom)-3; y++ {
						picture.SetRGBA(x, y, color.RGBA{A: 255})
					}
				}
			}
			if !yield(picture, nil) {
				return
			}
		}
	}
}

func (s sketches) Region(ctx context.Context, pdf []byte, page int, region domain.Rect, dpi float64) (*image.RGBA, error) {
	at := func(l domain.Length) int { return int(l.Inches() * dpi) }
	n := 0
	for picture := range s.Pages(ctx, pdf, dpi) {
		if n++; n == page {
			part := image.NewRGBA(image.Rect(0, 0, at(region.Width()), at(region.Height())))
			draw.Draw(part, part.Bounds(), picture, image.Pt(at(region.Left), at(region.Top)), draw.Src)
			return part, nil
		}
	}
	return nil, errors.New("there is no such page")
}

// PDF makes a source of a name: the engine's documents are the sketches of that name.
type source string

func (s source) PDF(context.Context, ports.Sample) (domain.Document, error) {
	if s == "" {
		return domain.Document{}, errors.New("out of ink")
	}
	return domain.Document{PDF: []byte(s), Engine: "sketch"}, nil
}

// kept is a report in memory.
type kept struct {
	mu       sync.Mutex
	pictures map[string]int
	summary  comparison.Summary
}

func (k *kept) Picture(p comparison.Picture) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.pictures == nil {
		k.pictures = map[string]int{}
	}
	k.pictures[fmt.Sprint(p.Engine, p.Page, p.Kind)]++
	return nil
}

func (*kept) PDF(string, string, []byte) error { return nil }

func (k *kept) Finish(s comparison.Summary) error {
	k.summary = s
	return nil
}

// TestMain bounds the property tests, each of whose checks draws pages.
func TestMain(m *testing.M) {
	if err := flag.Set("rapid.checks", "30"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// fatal is what both kinds of tests have.
type fatal interface {
	require.TestingT
	Context() context.Context
}

func compared(t fatal, a, b domain.Reading) comparison.Comparison {
	return run(t, sketches{"a": a, "b": b}, "a", "b").summary.Report.Documents[0].Comparisons[0]
}

func run(t fatal, rasterizer ports.Rasterizer, names ...source) *kept {
	report := &kept{}
	comparer := &compare.Comparer{Rasterizer: rasterizer, Reader: outlines{}, Report: report, Runs: 1}
	for _, name := range names {
		label := string(name)
		if label == "" {
			label = "failing"
		}
		comparer.Engines = append(comparer.Engines, compare.Engine{Name: label, Source: name, Version: func() string { return "1" }})
	}
	_, err := comparer.Run(t.Context(), []ports.Sample{{Name: "sample"}})
	require.NoError(t, err)
	return report
}

// text sets words in lines of eight.
func text(words []string) domain.Reading {
	const perLine, width, height, margin = 8, 60, 20, 30
	const perPage = 12 * perLine
	var reading domain.Reading
	for i, w := range words {
		if i%perPage == 0 {
			reading.Pages = append(reading.Pages, domain.ReadPage{Size: domain.Size{Width: 540, Height: 300}})
		}
		page := &reading.Pages[len(reading.Pages)-1]
		x, y := domain.Length(margin+i%perLine*width), domain.Length(margin+i%perPage/perLine*height)
		page.Words = append(page.Words, domain.Word{Text: w, Box: domain.Rect{Left: x, Top: y, Right: x + width*0.8, Bottom: y + height*0.7}})
	}
	return reading
}

func someWords(n int) []string {
	words := make([]string, n)
	for i := range words {
		words[i] = fmt.Sprintf("word%c%d", 'a'+i%26, i/7)
	}
	return words
}

// altered copies a reading with its words changed; nil leaves a word out.
func altered(r domain.Reading, change func(i int, w domain.Word) *domain.Word) domain.Reading {
	var copied domain.Reading
	i := 0
	for _, p := range r.Pages {
		page := domain.ReadPage{Size: p.Size}
		for _, w := range p.Words {
			if w := change(i, w); w != nil {
				page.Words = append(page.Words, *w)
			}
			i++
		}
		copied.Pages = append(copied.Pages, page)
	}
	return copied
}

func TestTheSameIsIdentical(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		reading := text(rapid.SliceOfN(rapid.StringMatching(`[a-z0-9.,-]{1,8}`), 1, 200).Draw(t, "words"))
		c := compared(t, reading, reading)
		require.Equal(t, comparison.Identical, c.Verdict)
		require.Zero(t, c.Score)
		require.Empty(t, c.Reasons)
	})
}

func TestMoreLostWordsNeverScoreLess(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		reading := text(someWords(rapid.IntRange(10, 200).Draw(t, "words")))
		order := rapid.Permutation(indices(reading)).Draw(t, "order")
		score, lost := 0.0, map[int]bool{}
		for range rapid.IntRange(2, 5).Draw(t, "steps") {
			for range max(1, len(order)/7) {
				if len(lost) < len(order) {
					lost[order[len(lost)]] = true
				}
			}
			c := compared(t, reading, altered(reading, func(i int, w domain.Word) *domain.Word {
				if lost[i] {
					return nil
				}
				return &w
			}))
			require.Equal(t, comparison.Broken, c.Verdict)
			require.Equal(t, len(lost), c.Words.Missing)
			require.GreaterOrEqual(t, c.Score, score)
			score = c.Score
		}
	})
}

func TestLargerShiftsNeverScoreLess(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		reading := text(someWords(rapid.IntRange(10, 200).Draw(t, "words")))
		from := rapid.IntRange(0, 9).Draw(t, "from")
		score := 0.0
		for _, millimetres := range []domain.Length{0.05, 0.3, 1, 2, 5} {
			c := compared(t, reading, altered(reading, func(i int, w domain.Word) *domain.Word {
				if i >= from {
					w.Box = w.Box.Move(0, millimetres*domain.Millimetre)
				}
				return &w
			}))
			require.GreaterOrEqual(t, c.Score, score, "%v mm: %v", millimetres, c.Reasons)
			require.NotEqual(t, comparison.Broken, c.Verdict, "%v", c.Reasons)
			score = c.Score
		}
		require.Greater(t, score, 10.0)
	})
}

func indices(r domain.Reading) (all []int) {
	for _, p := range r.Pages {
		for range p.Words {
			all = append(all, len(all))
		}
	}
	return all
}

func TestChangedNumbersAreTold(t *testing.T) {
	reading := text([]string{"Total:", "$385.00", "due", "now"})
	c := compared(t, reading, altered(reading, func(_ int, w domain.Word) *domain.Word {
		if w.Text == "$385.00" {
			w.Text = "$885.00"
		}
		return &w
	}))
	require.Equal(t, comparison.Broken, c.Verdict)
	require.Equal(t, "page 1: “$385.00” became “$885.00”", c.Reasons[0])
	require.Equal(t, comparison.Words{Matched: 3, Missing: 1, Extra: 1}, c.Words)
}

// Words that are drawn and are no text say the same, however short.
func TestOutlines(t *testing.T) {
	for _, tt := range []struct {
		words []string
		from  int
		want  comparison.Verdict
	}{{someWords(20), 1, comparison.Different}, {[]string{"a", "7"}, 1, comparison.Different}, {someWords(20), 18, comparison.Similar}} {
		reading := text(tt.words)
		c := compared(t, reading, altered(reading, func(i int, w domain.Word) *domain.Word {
			if i >= tt.from {
				w.Text = "\u00ad" // drawn, and nothing to read
			}
			return &w
		}))
		require.Equal(t, tt.want, c.Verdict, "%v", c.Reasons)
		require.Equal(t, len(tt.words)-tt.from, c.Words.Missing)
	}
}

func TestFailedRendersAreBrokenAndTheRunGoesOn(t *testing.T) {
	report := run(t, sketches{"a": text(someWords(9)), "b": text(someWords(9))}, "a", "", "b", "none")
	document := report.summary.Report.Documents[0]
	require.Len(t, document.Comparisons, 3)
	require.Equal(t, 100.0, document.Comparisons[0].Score)
	require.Equal(t, comparison.Broken, document.Comparisons[0].Verdict)
	require.Equal(t, []string{"failing gave no PDF: out of ink"}, document.Comparisons[0].Reasons)
	require.Equal(t, "out of ink", *document.Renders["failing"].Error)
	require.Equal(t, comparison.Identical, document.Comparisons[1].Verdict)
	require.Equal(t, comparison.Broken, document.Comparisons[2].Verdict, "what cannot be read is no PDF")
	require.Contains(t, report.summary.Headline, "; failing gave no PDF for 1: sample.")
}

// A PDF that can be read and not drawn, the reference or another, costs only its own verdict. Pages before the bad one may be in the report.
func TestUndrawnIsBrokenAndTheRunGoesOn(t *testing.T) {
	good := text(someWords(150))
	bad := good
	bad.Pages = slices.Clone(good.Pages)
	require.Len(t, bad.Pages, 2)
	bad.Pages[1].Size = domain.Size{}
	const undrawn = " gave no PDF: the PDF cannot be drawn: a page has no size"

	document := run(t, sketches{"a": good, "bad": bad}, "a", "bad", "a").summary.Report.Documents[0]
	require.Equal(t, []string{"bad" + undrawn}, document.Comparisons[0].Reasons)
	require.Equal(t, comparison.Broken, document.Comparisons[0].Verdict)
	require.Len(t, document.Comparisons[0].Rows, 2, "the reference's pages")
	require.Equal(t, comparison.Identical, document.Comparisons[1].Verdict)

	document = run(t, sketches{"a": good, "bad": bad, "worse": bad}, "bad", "worse", "a").summary.Report.Documents[0]
	require.Equal(t, []string{"bad" + undrawn, "worse" + undrawn}, document.Comparisons[0].Reasons)
	require.Equal(t, []string{"bad" + undrawn}, document.Comparisons[1].Reasons)
	require.Equal(t, 2, document.Renders["a"].Pages)
}

// Each of the reference's pages is drawn once, whatever the number of engines.
func TestPicturesAreKeptOnce(t *testing.T) {
	a, b := text(someWords(150)), text(someWords(149))
	report := run(t, sketches{"a": a, "b": b, "c": b}, "a", "b", "c")
	require.Equal(t, map[string]int{"a1page": 1, "a2page": 1, "b2page": 1, "b2heat": 1, "c2page": 1, "c2heat": 1}, report.pictures)
}

// outlines are the bookmarks of sketches, by their titles.
type outlines struct {
	ports.PDFReader
}

func (outlines) Painted([]byte, ...int) iter.Seq2[[]domain.PaintedRect, error] {
	return func(func([]domain.PaintedRect, error) bool) {}
}

func (outlines) FaintText([]byte) ([]domain.FaintText, error) {
	return []domain.FaintText{{Page: 2, Text: "grey text", Ratio: 2.5, Needed: 4.5}}, nil
}

// asked is a source of documents that were asked to be accessible.
type asked struct{ source }

func (a asked) PDF(ctx context.Context, sample ports.Sample) (domain.Document, error) {
	document, err := a.source.PDF(ctx, sample)
	document.Standards = domain.Wanted("ua-1")
	return document, err
}

// Text of little contrast is told of documents that were asked to be accessible.
func TestFaintText(t *testing.T) {
	a := text(someWords(9))
	report := &kept{}
	comparer := &compare.Comparer{Rasterizer: sketches{"a": a, "b": a}, Report: report, Runs: 1, Reader: outlines{}, Engines: []compare.Engine{
		{Name: "a", Source: source("a"), Version: func() string { return "" }}, {Name: "b", Source: asked{"b"}, Version: func() string { return "" }}}}
	_, err := comparer.Run(t.Context(), []ports.Sample{{Name: "sample"}})
	require.NoError(t, err)
	renders := report.summary.Report.Documents[0].Renders
	require.Empty(t, renders["a"].FaintText)
	require.Equal(t, []string{"page 2: contrast of 2.5, where 4.5 is needed: “grey text”"}, renders["b"].FaintText)
}

// What a reader shows beside the pages is told, and has no part in the score.
func TestBookmarksAndTitles(t *testing.T) {
	a := text(someWords(9))
	a.Title = "Invoice 7"
	b := altered(a, func(_ int, w domain.Word) *domain.Word { return &w })
	outlined := func(r domain.Reading, titles ...string) domain.Reading {
		for _, title := range titles {
			r.Bookmarks = append(r.Bookmarks, domain.Bookmark{Title: title, Level: 1})
		}
		return r
	}
	report := &kept{}
	comparer := &compare.Comparer{Rasterizer: sketches{"a": outlined(a, "One", "Two"), "b": b, "c": outlined(a, "Two", "Three")}, Report: report,
		Runs: 1, Reader: outlines{}}
	for _, name := range []string{"a", "b", "c"} {
		comparer.Engines = append(comparer.Engines, compare.Engine{Name: name, Source: source(name), Version: func() string { return "" }})
	}
	_, err := comparer.Run(t.Context(), []ports.Sample{{Name: "sample"}})
	require.NoError(t, err)
	document := report.summary.Report.Documents[0]
	require.Equal(t, 2, document.Renders["a"].Bookmarks)
	require.Equal(t, "Invoice 7", document.Renders["a"].Title)
	for _, c := range document.Comparisons {
		require.Equal(t, comparison.Identical, c.Verdict)
	}
	require.Equal(t, []string{"the PDF has no bookmarks; the reference has 2", "the PDF has no title; the reference's is “Invoice 7”"}, document.Comparisons[0].Reasons)
	require.Equal(t, []string{"1 bookmark is missing: One"}, document.Comparisons[1].Reasons)
	require.Equal(t, &comparison.Structure{MissingLinks: []string{}, ExtraLinks: []string{}, MissingBookmarks: []string{"One"}, ExtraBookmarks: []string{"Three"}},
		document.Comparisons[1].Structure)
}

// The sketches begin 30 points from the left and draw a word from its second pixel on.
func TestMargins(t *testing.T) {
	a := text(someWords(8))
	a.Pages = append(a.Pages, domain.ReadPage{Size: a.Pages[0].Size}) // blank
	report := run(t, sketches{"a": a, "b": altered(a, func(_ int, w domain.Word) *domain.Word {
		w.Box = w.Box.Move(3*domain.Millimetre, 0)
		return &w
	})}, "a", "b")
	document := report.summary.Report.Documents[0]
	before, after := document.Renders["a"].Margins, document.Renders["b"].Margins
	require.Len(t, before, 2)
	require.Nil(t, before[1])
	require.InDelta(t, 10.8, before[0][3], 0.4)
	require.InDelta(t, 3, after[0][3]-before[0][3], 0.3)
	require.Contains(t, document.Comparisons[0].Reasons, "page 1: the left margin is 3 mm wider")
}

// counted counts what a rasterizer is asked for.
type counted struct {
	sketches
	reads, draws atomic.Int64
}

func (c *counted) Read(ctx context.Context, pdf []byte) (domain.Reading, error) {
	c.reads.Add(1)
	return c.sketches.Read(ctx, pdf)
}

func (c *counted) Pages(ctx context.Context, pdf []byte, dpi float64) iter.Seq2[*image.RGBA, error] {
	return func(yield func(*image.RGBA, error) bool) {
		c.draws.Add(1)
		c.sketches.Pages(ctx, pdf, dpi)(yield)
	}
}

// PDFs with equal bytes are read and drawn once.
func TestEqualPDFsAreReadOnce(t *testing.T) {
	rasterizer := &counted{sketches: sketches{"a": text(someWords(150))}}
	report := run(t, rasterizer, "a", "a")
	document := report.summary.Report.Documents[0]
	require.Equal(t, comparison.Identical, document.Comparisons[0].Verdict)
	require.Len(t, document.Comparisons[0].Pages, 2)
	require.Equal(t, 1.0, document.Comparisons[0].Pages[1].Similarity)
	require.True(t, document.Comparisons[0].Rows[1].Same)
	require.Equal(t, int64(1), rasterizer.reads.Load())
	require.Equal(t, int64(1), rasterizer.draws.Load())
}

// TestRunWithoutReport: the summary is the result if nobody keeps pictures.
func TestRunWithoutReport(t *testing.T) {
	page := text(someWords(9))
	comparer := &compare.Comparer{Rasterizer: sketches{"a": page}, Reader: outlines{}, Runs: 1,
		Engines: []compare.Engine{{Name: "a", Source: source("a"), Version: func() string { return "" }}}}
	summary, err := comparer.Run(t.Context(), []ports.Sample{{Name: "sample"}})
	require.NoError(t, err)
	require.Equal(t, "sample", summary.Report.Documents[0].Name)
}

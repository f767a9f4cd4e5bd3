package words_test

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"platen/app/compare/words"
	"platen/domain"
)

// text sets words in lines of eight, twelve on a page.
func text(all ...string) domain.Reading {
	const perLine, width, height = 8, 60, 20
	const perPage = 12 * perLine
	var reading domain.Reading
	for i, w := range all {
		if i%perPage == 0 {
			reading.Pages = append(reading.Pages, domain.ReadPage{Size: domain.Size{Width: 540, Height: 300}})
		}
		page := &reading.Pages[len(reading.Pages)-1]
		x, y := domain.Length(30+i%perLine*width), domain.Length(30+i%perPage/perLine*height)
		page.Words = append(page.Words, domain.Word{Text: w, Box: domain.Rect{Left: x, Top: y, Right: x + width*0.8, Bottom: y + height*0.7}})
	}
	return reading
}

// Every word of A is matched, missing, or spare, and a matched one has one counterpart with its text.
func TestEveryWordIsAccountedFor(t *testing.T) {
	word := rapid.StringMatching(`[a-d]{1,2}|[0-9]`)
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.SliceOfN(word, 1, 150).Draw(t, "a"), rapid.SliceOfN(word, 1, 150).Draw(t, "b")
		c := words.Compare(text(a...), text(b...))
		taken := map[int]bool{}
		for i, j := range c.ToB {
			if j == words.None {
				continue
			}
			require.False(t, taken[j])
			taken[j] = true
			if len(c.Pages) == 1 {
				require.Equal(t, c.A[i].Text, c.B[j].Text)
			}
		}
		require.Len(t, c.Moves, len(taken))
		for _, i := range c.Missing {
			require.Equal(t, words.None, c.ToB[i])
		}
		for _, j := range c.Extra {
			require.False(t, taken[j])
		}
		if len(a) <= 96 && len(b) <= 96 { // one page: no line is repeated
			require.Len(t, c.A, len(taken)+len(c.Missing))
			require.Len(t, c.B, len(taken)+len(c.Extra))
		}
	})
}

// paged sets lines of words on pages of random lengths, between a header and a footer with the page's number.
func paged(t *rapid.T, name string, lines [][]string, running bool) (reading domain.Reading) {
	breaks := rapid.SliceOfN(rapid.IntRange(1, 12), len(lines), len(lines)).Draw(t, name)
	for begin := 0; begin < len(lines); {
		end := min(len(lines), begin+breaks[len(reading.Pages)])
		page := domain.ReadPage{Size: domain.Size{Width: 540, Height: 400}}
		add := func(y float64, all ...string) {
			for i, w := range all {
				left, top := domain.Length(30+60*i), domain.Length(y)
				page.Words = append(page.Words, domain.Word{Text: w, Box: domain.Rect{Left: left, Top: top, Right: left + 48, Bottom: top + 14}})
			}
		}
		if running {
			add(10, "Annual", "report")
		}
		for n, line := range lines[begin:end] {
			add(60+20*float64(n), line...)
		}
		if running {
			add(370, "Page", strconv.Itoa(len(reading.Pages)+1))
		}
		reading.Pages, begin = append(reading.Pages, page), end
	}
	return reading
}

// The same words in the same order say the same, whatever page they stand on and however often they repeat.
func TestEqualSequencesSayTheSameInAnyPagination(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		boilerplate := rapid.SliceOfN(rapid.SliceOfN(rapid.SampledFrom([]string{"the", "party", "shall", "€", "1.20"}), 1, 7), 1, 3).Draw(t, "lines")
		var lines [][]string
		for n := range rapid.IntRange(1, 12).Draw(t, "sections") {
			if rapid.Bool().Draw(t, "headed") {
				lines = append(lines, []string{"Section", strconv.Itoa(n)})
			}
			lines = append(lines, boilerplate...)
		}
		running := rapid.Bool().Draw(t, "running")
		c := words.Compare(paged(t, "a", lines, running), paged(t, "b", lines, running))
		require.Empty(t, c.Missing)
		require.Empty(t, c.Extra)
		require.Empty(t, c.Changed)
		require.Empty(t, c.Displaced)
		require.Empty(t, c.NotRepeated)
	})
}

func TestWordsThatChangePlaces(t *testing.T) {
	c := words.Compare(text("Washer", "10.00", "pieces", "Bolt", "20.00", "pieces"), text("Washer", "20.00", "pieces", "Bolt", "10.00", "pieces"))
	require.Len(t, c.Changed, 2, "two sums are swapped")

	row := func(n int, rest ...string) []string {
		return append(append([]string{"row", strconv.Itoa(n), "of", "the", "form"}, rest...), slices.Repeat([]string{"."}, 3-len(rest))...)
	}
	c = words.Compare(text(slices.Concat(row(1, "X", "."), row(2), row(3))...), text(slices.Concat(row(1), row(2), row(3, "X", "."))...))
	require.Empty(t, c.Missing)
	require.NotEmpty(t, c.Displaced, "a tick is in another row")

	first, second := []string{"First", "we", "thank", "you", "very", "much", "for", "this"}, []string{"Then", "we", "ask", "you", "to", "call", "us", "back"}
	c = words.Compare(text(slices.Concat(first, second)...), text(slices.Concat(second, first)...))
	require.Empty(t, slices.Concat(c.Missing, c.Extra, c.Displaced))
	require.Empty(t, c.Changed, "sentences moved")

	line := func(n int, all ...string) (line []domain.Word) {
		for i, w := range all {
			left, top := domain.Length(30+60*i), domain.Length(20*n)
			line = append(line, domain.Word{Text: w, Box: domain.Rect{Left: left, Top: top, Right: left + 24, Bottom: top + 14}})
		}
		return line
	}
	rows := func(lines ...[]domain.Word) domain.Reading {
		return domain.Reading{Pages: []domain.ReadPage{{Size: domain.Size{Width: 540, Height: 300}, Words: slices.Concat(lines...)}}}
	}
	head := line(0, "Item", "Sent", "Price")
	c = words.Compare(rows(head, line(1, "Case", "A", "20", "12.50"), line(2, "Case", "B", "10", "8.00")),
		rows(head, line(1, "Case", "B", "10", "8.00"), line(2, "Case", "A", "20", "12.50")))
	require.Empty(t, c.Displaced, "rows with a word in common moved")
	c = words.Compare(rows(head, line(1, "Case", "20", "12.50")), rows(line(0, "Item", "Price", "Sent"), line(1, "Case", "12.50", "20")))
	require.Empty(t, c.Displaced, "columns moved")
	c = words.Compare(rows(head, line(1, "Case", "20", "12.50")), rows(line(0, "Item", "Price", "Sent"), line(1, "Case", "20", "12.50")))
	require.NotEmpty(t, slices.Concat(c.Displaced, c.Missing), "heads are exchanged")
}

// A footer of another number of pages says the same.
func TestPageNumbers(t *testing.T) {
	pages := func(n int, footer func(page int) string) (reading domain.Reading) {
		for page := range n {
			foot := domain.Word{Text: footer(page + 1), Box: domain.Rect{Left: 400, Top: 380, Right: 440, Bottom: 392}}
			reading.Pages = append(reading.Pages, domain.ReadPage{Size: domain.Size{Width: 540, Height: 400}, Words: []domain.Word{foot}})
		}
		for i := range 12 {
			top := domain.Length(30 + 20*(i/n))
			page := &reading.Pages[i*n/12]
			page.Words = append(page.Words, domain.Word{Text: "word" + strconv.Itoa(i), Box: domain.Rect{Left: 30, Top: top, Right: 80, Bottom: top + 12}})
		}
		return reading
	}
	of := func(n int) func(int) string { return func(page int) string { return fmt.Sprintf("%d/%d", page, n) } }
	c := words.Compare(pages(4, of(4)), pages(3, of(3)))
	require.Empty(t, slices.Concat(c.Missing, c.Extra))
	c = words.Compare(pages(4, of(4)), pages(3, of(7)))
	require.NotEmpty(t, c.Missing)
	c = words.Compare(pages(4, of(4)), pages(4, func(page int) string { return fmt.Sprintf("4/%d", page) }))
	require.Len(t, c.Missing, 3, "of as many pages, the number of pages in place of the page's says something else")
	version := func(int) string { return "version-3" }
	c = words.Compare(pages(4, version), pages(3, version))
	require.Empty(t, slices.Concat(c.Missing, c.Extra), "a number that is by chance that of the pages")
}

// The head of a table that goes on is missing on a page, and says nothing new where it is there once more.
func TestRepeatedTableHead(t *testing.T) {
	pages := func(repeated bool) (reading domain.Reading) {
		for page := range 2 {
			top := domain.Length(120 - 60*page)
			lines := [][]string{{"Shelf", "Article"}, {"A" + strconv.Itoa(page), "bolts"}, {"B" + strconv.Itoa(page), "nuts"}}
			if page > 0 && !repeated {
				lines = lines[1:]
			}
			read := domain.ReadPage{Size: domain.Size{Width: 540, Height: 400}}
			for n, line := range lines {
				for i, w := range line {
					left, y := domain.Length(30+60*i), top+domain.Length(20*n)
					read.Words = append(read.Words, domain.Word{Text: w, Box: domain.Rect{Left: left, Top: y, Right: left + 48, Bottom: y + 14}})
				}
			}
			reading.Pages = append(reading.Pages, read)
		}
		return reading
	}
	require.Len(t, words.Compare(pages(true), pages(false)).NotRepeated, 1)
	require.Empty(t, words.Compare(pages(false), pages(true)).Extra)
}

func TestTheSameMatches(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		reading := text(rapid.SliceOfN(rapid.StringMatching(`[a-z0-9.,-]{1,8}`), 1, 200).Draw(t, "words")...)
		c := words.Compare(reading, reading)
		require.Empty(t, c.Missing)
		require.Empty(t, c.Extra)
		_, furthest := words.Shifts(c.Moves)
		require.Zero(t, furthest)
	})
}

// Engines divide the same text differently.
func TestOtherDivisionsOfWordsSayTheSame(t *testing.T) {
	for _, division := range [][2][]string{
		{{"an", "example", "of", "text"}, {"an", "exam-", "ple", "of", "text"}},
		{{"A", "T", "est", "here"}, {"A", "Test", "here"}},
		{{"the", "of\ufb01ce", "door"}, {"the", "office", "do\u00ador"}},
		{{"one", "two", "three"}, {"one", "twothree"}},
		{{"early", "repay\u00ad", "\u2010", "ment", "is"}, {"early", "repay\u00adm", "ent", "is"}},
		{{"one", "may", "ask", "us", "for", "an", "early", "repay\u00ad", "ment", "is"}, {"one", "may", "ask", "us", "for", "an", "early", "repay\u2010", "ment", "is"}},
		{{"東", "京都港区"}, {"東京都", "港区"}},
		{{"例2:英文", "排版"}, {"例", "2:英", "文排版"}},
		{{"صيانة", "(Maintenance)"}, {"صيانة", ")Maintenance("}},
	} {
		c := words.Compare(text(division[0]...), text(division[1]...))
		require.Empty(t, c.Missing, "%v", division)
		require.Empty(t, c.Extra, "%v", division)
	}
	c := words.Compare(text("minus", "-", "5"), text("minus", "5"))
	require.Len(t, c.Missing, 1, "a hyphen before a digit is a sign")
	c = words.Compare(text("rated", "BBB-", "stable"), text("rated", "BBB", "stable"))
	require.Len(t, c.Changed, 1, "a hyphen in a line is a sign too")
}

// One engine writes an Arabic word from left to right, the other letter by letter from right to left.
func TestRightToLeftText(t *testing.T) {
	whole := text("\u062f\u0645\u062d\u0623")
	letters := text("\u062f", "\u0645", "\u062d", "\u064b", "\u0623")
	slices.Reverse(letters.Pages[0].Words)
	c := words.Compare(whole, letters)
	require.Empty(t, c.Missing)
	require.Empty(t, c.Extra)

	c = words.Compare(text(".\u0627", "\u0645"), text(".", "\u0627", "\u0645"))
	require.Empty(t, c.Missing)
	require.Empty(t, c.Extra, "a letter that extraction divides from its word")
}

// Extraction may divide words at a dash.
func TestDashesBetweenWords(t *testing.T) {
	c := words.Compare(text("from", "ten—twelve", "men"), text("from", "ten—thirteen", "men"))
	require.Len(t, c.Changed, 1)
	require.Equal(t, "twelve", c.A[c.Changed[0].From].Text)
}

// Small capitals are drawn as capitals of two sizes.
func TestSmallCapitals(t *testing.T) {
	c := words.Compare(text("a", "The", "Five", "end"), text("a", "T", "HE", "F", "IVE", "end"))
	require.Empty(t, c.Missing)
	require.Empty(t, c.Extra)
	require.Len(t, words.Compare(text("a", "The", "end"), text("a", "THE", "end")).Changed, 1)
}

// Some engines draw a text-shadow as text: the words a second time, nearly at the same place.
func TestShadowsOfText(t *testing.T) {
	shadowed := text("within", "seven", "days")
	word := shadowed.Pages[0].Words[1]
	word.Box.Top, word.Box.Bottom = word.Box.Top+1, word.Box.Bottom+1
	shadowed.Pages[0].Words = slices.Insert(shadowed.Pages[0].Words, 0, word)
	require.Empty(t, words.Compare(shadowed, text("within", "seven", "days")).Missing)
}

// Marks that stress letters are signs and no words; those of a list are words.
func TestMarksOfEmphasis(t *testing.T) {
	for name, above := range map[string]domain.Length{"in the word's box": 0, "above it": 1} {
		stressed := text("within", "seven", "days")
		box := stressed.Pages[0].Words[1].Box
		box.Right, box.Bottom = box.Left+box.Width()/10, box.Top+box.Height()/2
		up := above * box.Height()
		box.Top, box.Bottom = box.Top-up, box.Bottom-up
		stressed.Pages[0].Words = slices.Insert(stressed.Pages[0].Words, 0, domain.Word{Text: "•", Box: box})
		require.Empty(t, words.Compare(stressed, text("within", "seven", "days")).Missing, name)
	}

	require.Len(t, words.Compare(text("•", "seven", "days"), text("seven", "days")).Missing, 1)
}

// Words whose boxes overlap in the reference, as those of a font that is taller than a line, are on top of each other once they do so much more.
func TestOverprinted(t *testing.T) {
	page := func(apart domain.Length) domain.Reading {
		at := func(text string, y domain.Length) domain.Word {
			return domain.Word{Text: text, Box: domain.Rect{Left: 30, Top: y, Right: 90, Bottom: y + 20}}
		}
		return domain.Reading{Pages: []domain.ReadPage{{Size: domain.Size{Width: 540, Height: 300}, Words: []domain.Word{at("one", 50), at("two", 50+apart)}}}}
	}
	require.Empty(t, words.Compare(page(15), page(15)).Overprinted)
	require.Empty(t, words.Compare(page(15), page(13)).Overprinted, "a little closer")
	require.Len(t, words.Compare(page(15), page(6)).Overprinted, 2)
	require.Len(t, words.Compare(page(30), page(12)).Overprinted, 2)
	marked := page(30)
	marked.Pages[0].Words = append(marked.Pages[0].Words, domain.Word{Text: "DRAFT", Box: domain.Rect{Left: 20, Top: 20, Right: 400, Bottom: 120}})
	require.Empty(t, words.Compare(page(30), marked).Overprinted, "a mark in addition")
	aside := page(30)
	aside.Pages[0].Words = append(aside.Pages[0].Words, domain.Word{Text: "DRAFT", Box: domain.Rect{Left: 120, Top: 120, Right: 500, Bottom: 220}})
	require.Empty(t, words.Compare(aside, marked).Overprinted, "a mark behind words")
}

func TestCellsInOtherColumns(t *testing.T) {
	row := func(reading *domain.Reading, y domain.Length, cells map[domain.Length]string) {
		for _, x := range slices.Sorted(maps.Keys(cells)) {
			box := domain.Rect{Left: x, Top: y, Right: x + 50, Bottom: y + 14}
			reading.Pages[0].Words = append(reading.Pages[0].Words, domain.Word{Text: cells[x], Box: box})
		}
	}
	booked := func(debit, credit, amount domain.Length) (reading domain.Reading) {
		reading.Pages = []domain.ReadPage{{Size: domain.Size{Width: 540, Height: 300}}}
		row(&reading, 30, map[domain.Length]string{30: "Entry", debit: "Debit", credit: "Credit"})
		row(&reading, 50, map[domain.Length]string{30: "Cheque", amount: "2,150.00"})
		return reading
	}
	was := booked(200, 300, 200)
	for name, c := range map[string]struct {
		is    domain.Reading
		other int
	}{
		"under the other heading":  {booked(200, 300, 300), 1},
		"wider columns":            {booked(260, 420, 260), 0},
		"headings at the left":     {booked(160, 260, 200), 0},
		"no heading where it went": {booked(200, 300, 400), 0},
	} {
		require.Len(t, words.Compare(was, c.is).OtherColumn, c.other, name)
	}
	require.NotEmpty(t, words.Compare(was, booked(300, 200, 200)).Displaced, "headings exchanged")
}

func TestBoxesAreOfOneProportion(t *testing.T) {
	word := func(top, bottom domain.Length) domain.Reading {
		return domain.Reading{Pages: []domain.ReadPage{{Size: domain.Size{Width: 540, Height: 300}, Words: []domain.Word{
			{Text: "12", Box: domain.Rect{Left: 30, Top: top, Right: 44, Bottom: bottom}}}}}}
	}
	c := words.Compare(word(100, 131), word(107, 124))
	require.InDelta(t, c.B[0].Box.Height(), c.A[0].Box.Height(), 1e-9, "a font whose box is taller than a line")
	require.InDelta(t, 0, c.Moves[0].DY, 1e-9)
	c = words.Compare(word(100, 116), word(100, 118))
	require.Greater(t, c.B[0].Box.Height(), c.A[0].Box.Height(), "another font")
}

// Some engines leave out the accents of Greek where they make capitals. Those of other words say something.
func TestGreekCapitals(t *testing.T) {
	require.Empty(t, words.Compare(text("ΚΑΤΆΣΤΑΣΗ"), text("ΚΑΤΑΣΤΑΣΗ")).Changed)
	require.NotEmpty(t, words.Compare(text("Άλλα"), text("Αλλα")).Changed)
	require.NotEmpty(t, words.Compare(text("Ή"), text("Η")).Changed)
}

// A few lines that begin at one place are no column among centred ones.
func TestCentredLines(t *testing.T) {
	page := domain.ReadPage{Size: domain.Size{Width: 540, Height: 700}}
	for i := range 16 {
		left := domain.Length(60)
		if i >= 4 {
			left += domain.Length(20 * i)
		}
		top := domain.Length(30 + 20*i)
		page.Words = append(page.Words, domain.Word{Text: "centred", Box: domain.Rect{Left: left, Top: top, Right: left + 48, Bottom: top + 14}})
	}
	reading := domain.Reading{Pages: []domain.ReadPage{page}}
	require.Zero(t, words.Columns(words.Compare(reading, reading).A))
}

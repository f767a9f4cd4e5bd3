package words_test

import (
	"slices"
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
	} {
		c := words.Compare(text(division[0]...), text(division[1]...))
		require.Empty(t, c.Missing, "%v", division)
		require.Empty(t, c.Extra, "%v", division)
	}
	c := words.Compare(text("minus", "-", "5"), text("minus", "5"))
	require.Len(t, c.Missing, 1, "a hyphen before a digit is a sign")
}

// One engine writes an Arabic word from left to right, the other letter by letter from right to left.
func TestRightToLeftText(t *testing.T) {
	whole := text("\u062f\u0645\u062d\u0623")
	letters := text("\u062f", "\u0645", "\u062d", "\u064b", "\u0623")
	slices.Reverse(letters.Pages[0].Words)
	c := words.Compare(whole, letters)
	require.Empty(t, c.Missing)
	require.Empty(t, c.Extra)
}

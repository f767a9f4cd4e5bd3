package words

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"

	"platen/domain"
)

// flatten returns the words of all pages in reading order, without what is the extraction's own doing: which of two equal brackets it
// writes, and how it divides scripts that have no blanks.
func flatten(reading domain.Reading) []Word {
	var words []Word
	for page, p := range reading.Pages {
		mirrored := slices.ContainsFunc(p.Words, func(w domain.Word) bool { return rightToLeft(w.Text) })
		begin := len(words)
		for i, w := range p.Words {
			if w.Text == "\u2010" && i > 0 && (strings.HasSuffix(p.Words[i-1].Text, "\u00ad") || w.Box.Left-p.Words[i-1].Box.Right < 1) {
				continue // the hyphen that is painted at a line's end
			}
			box := BoxOf(w.Box)
			if stresses(w.Text, box, p.Words) || isShadow(w, p.Words[i+1:]) {
				continue
			}
			text := w.Text
			if rightToLeft(text) {
				text = reversed(text)
			}
			for _, part := range divide(text, box) {
				if part.Text = normalise(part.Text); part.Text == "" {
					continue
				}
				part.Page, part.Pieces, part.key = page, 1, part.Text
				if mirrored {
					part.key = strings.Trim(withoutAlefs.Replace(withoutMirroring(part.Text)), ".:") // stops stand at either end, too
				}
				words = append(words, part)
			}
		}
		orderLines(words[begin:])
		placeInitials(words[begin:])
	}
	return words
}

// placeInitials puts each large first letter of a paragraph before the word beside its top: engines write it first, as a float.
func placeInitials(words []Word) {
	for i := len(words) - 1; i >= 0; i-- {
		initial, rest := words[i], None
		if letters := []rune(initial.Text); len(letters) != 1 || !unicode.IsUpper(letters[0]) {
			continue
		}
		for k := i + 1; k < len(words); k++ {
			if words[k].goesOn(initial) && (rest == None || words[k].Box.Y0 < words[rest].Box.Y0) {
				rest = k
			}
		}
		if rest != None {
			initial.initial = true
			copy(words[i:], words[i+1:rest])
			words[rest-1] = initial
		}
	}
}

// goesOn reports whether a word stands beside the upper half of a letter that is larger, or over it.
func (w Word) goesOn(initial Word) bool {
	const larger = 1.7
	letter, middle := initial.Box, w.Box.middle()
	return letter.Height() > larger*w.Box.Height() && middle > letter.Y0 && middle < letter.middle() &&
		w.Box.X0 >= letter.X0-1 && w.Box.X0-letter.X1 < w.Box.Height()
}

// isShadow reports whether the same word is drawn over one: some engines draw a text-shadow as text.
func isShadow(w domain.Word, later []domain.Word) bool {
	return slices.ContainsFunc(later, func(o domain.Word) bool { return o.Text == w.Text && BoxOf(o.Box).Overlap(BoxOf(w.Box)) > 0.6 })
}

// stresses reports whether a word is marks over letters of another one, as CSS's text-emphasis sets them, in its box or
// right above it: signs beside text to a reader.
func stresses(text string, at Box, all []domain.Word) bool {
	const marks = "•◦●○◉◎▲△﹅﹆"
	below := at.Moved(0, at.Height())
	return strings.Trim(text, marks) == "" && slices.ContainsFunc(all, func(w domain.Word) bool {
		b := BoxOf(w.Box)
		return b.Height() > 1.5*at.Height() && max(b.Overlap(at), b.Overlap(below)) > 0.5 && strings.Trim(w.Text, marks) != ""
	})
}

// normalise makes equal what looks equal: ligatures and their letters, with and without characters that nobody sees.
func normalise(text string) string {
	// Arabic vowel signs stand before or behind their letters, as engines please.
	const firstVowelSign, lastVowelSign = '\u064b', '\u0652'
	if utf8.RuneCountInString(text) > 1 && text == strings.ToUpper(text) {
		text = Capitals(text)
	}
	var letters strings.Builder
	for _, r := range sameGlyphs.Replace(text) {
		if unicode.Is(unicode.No, r) { // a power, a fraction
			letters.WriteRune(r)
		} else {
			letters.WriteString(norm.NFKC.String(string(r)))
		}
	}
	return strings.Map(func(r rune) rune {
		if r >= firstVowelSign && r <= lastVowelSign || unicode.In(r, unicode.Cf, unicode.Variation_Selector) || unicode.IsControl(r) ||
			unicode.IsSpace(r) {
			return -1
		}
		return r
	}, norm.NFC.String(letters.String()))
}

// Capitals returns a text in capitals, Greek without the accents, which some engines leave out where they make capitals.
func Capitals(text string) string { return accented.Replace(strings.ToUpper(text)) }

var accented = strings.NewReplacer("Ά", "Α", "Έ", "Ε", "Ή", "Η", "Ί", "Ι", "Ό", "Ο", "Ύ", "Υ", "Ώ", "Ω")

// sameGlyphs are characters that Unicode does not make equal to those whose glyphs they share; extraction takes the ones for the others.
var sameGlyphs = strings.NewReplacer("\u2010", "-", "\u2011", "-", "\u2012", "\u2013", "\u301c", "~", "\u2027", "\u30fb",
	"⺟", "母", "⺠", "民", "⻄", "西", "⻅", "见", "⻆", "角", "⻉", "贝", "⻋", "车", "⻓", "长", "⻑", "長", "⻔", "门", "⻘", "青", "⻚", "页", "⻛", "风",
	"⻜", "飞", "⻝", "食", "⻢", "马", "⻣", "骨", "⻤", "鬼", "⻥", "鱼", "⻦", "鸟", "⻨", "麦", "⻩", "黄", "⻬", "齐", "⻭", "歯", "⻮", "齿", "⻯", "竜",
	"⻰", "龙", "⻲", "亀", "⻳", "龟")

// withoutBlanks are the scripts whose words are not divided by blanks: extraction divides them at any place, as around ruby.
var withoutBlanks = []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer,
	unicode.Myanmar}

// standsAlone reports whether a letter is of such a script, or a dash between two words, at which extraction divides them or not.
func standsAlone(r rune) bool { return r == '—' || unicode.In(r, withoutBlanks...) }

// widthOf is the width of letters: those of Chinese, Japanese and Korean are twice as wide as others. Marks stand over letters.
func widthOf(letters []rune) (sum float64) {
	for _, r := range letters {
		switch kind := width.LookupRune(r).Kind(); {
		case kind == width.EastAsianWide || kind == width.EastAsianFullwidth:
			sum += 2
		case !unicode.IsMark(r):
			sum++
		}
	}
	return sum
}

// divide makes each such letter a word of its own, with its marks. The letters share the box.
func divide(text string, box Box) (parts []Word) {
	letters := []rune(text)
	vertical, all, from := box.Height() > 1.5*box.Width(), max(1, widthOf(letters)), 0.0
	for begin := 0; begin < len(letters); {
		end, single := begin+1, standsAlone(letters[begin])
		for end < len(letters) && (unicode.IsMark(letters[end]) || !single && !standsAlone(letters[end])) {
			end++
		}
		to := from + widthOf(letters[begin:end])/all
		part := Word{Text: string(letters[begin:end]), Box: box}
		if vertical {
			part.Box.Y0, part.Box.Y1 = box.Y0+from*box.Height(), box.Y0+to*box.Height()
		} else {
			part.Box.X0, part.Box.X1 = box.X0+from*box.Width(), box.X0+to*box.Width()
		}
		parts, begin, from = append(parts, part), end, to
	}
	return parts
}

// withoutMirroring is a word of a page with right-to-left text, of which engines write brackets in either direction and at either end.
// Those around numbers may stand for a sign.
func withoutMirroring(text string) string {
	number := IsNumber(text)
	return strings.Map(func(r rune) rune {
		switch {
		case !strings.ContainsRune("()[]{}<>«»‹›", r):
			return r
		case number:
			return '|'
		}
		return -1
	}, text)
}

// withoutAlefs leaves out the letters that the extraction writes before or behind the lam of a ligature.
var withoutAlefs = strings.NewReplacer("ا", "", "أ", "", "إ", "", "آ", "")

// reversed turns a word in a right-to-left script, which the extraction reads from left to right, into the order in which it is read.
func reversed(text string) string {
	letters := []rune(text)
	slices.Reverse(letters)
	return string(letters)
}

// orderLines puts the words of a page's lines with right-to-left text in the order in which they are read: engines write them in the one
// order or the other, some letter by letter.
func orderLines(words []Word) {
	right, all := 0, 0 // letters
	for _, w := range words {
		if all += len(w.Text); rightToLeft(w.Text) {
			right += len(w.Text)
		}
	}
	leftwards := 3*right > all
	for i := 0; i < len(words); {
		end := i + 1
		for end < len(words) && follows(words[end-1], words[end]) {
			end++
		}
		if line := words[i:end]; slices.ContainsFunc(line, func(w Word) bool { return rightToLeft(w.Text) }) {
			slices.SortStableFunc(line, func(a, b Word) int { return cmp.Compare(a.Box.X0, b.Box.X0) })
			against := func(w Word) bool { return rightToLeft(w.Text) }
			if leftwards {
				slices.Reverse(line)
				against = leftToRight
			}
			reverseRuns(line, against)
		}
		i = end
	}
}

// leftToRight reports whether a word has letters or digits that are read to the right.
func leftToRight(w Word) bool {
	return !rightToLeft(w.Text) && strings.ContainsFunc(w.Text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// reverseRuns reverses the runs of words that are read against the direction of their line.
func reverseRuns(line []Word, against func(Word) bool) {
	for i := 0; i < len(line); i++ {
		end := i
		for end < len(line) && against(line[end]) {
			end++
		}
		slices.Reverse(line[i:end])
		i = max(i, end)
	}
}

func rightToLeft(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool {
		return unicode.In(r, unicode.Arabic, unicode.Hebrew, unicode.Syriac, unicode.Thaana)
	})
}

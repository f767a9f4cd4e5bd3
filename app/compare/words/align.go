package words

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// alignment says which word of one document is which of another.
type alignment struct {
	a, b           []Word
	pagesA, pagesB int
	pages          Pages
	// toB is for each word of a its word of b, toA the other way; none where there is no such word.
	toB, toA []int
}

// maxRunning is how many lines a header or a footer may have.
const maxRunning = 8

// align matches two documents' words: in reading order first, then those that the engines divide differently, then
// numbers of pages.
func align(a, b *document) *alignment {
	m := matchInOrder(a.words, b.words, a.pages, b.pages)
	for depth := 1; depth <= maxRunning && m.unmatchedText() > 0; depth++ {
		wordsA, wordsB := separateRunning(a, b, depth)
		if other := matchInOrder(wordsA, wordsB, a.pages, b.pages); other.unmatchedText() < m.unmatchedText() {
			m = other
		}
	}
	wordsA, wordsB := joinPieces(m)
	m = matchInOrder(wordsA, wordsB, a.pages, b.pages)
	m.matchPageNumbers()
	return m
}

// matchInOrder matches the text of the documents as one sequence, and then headers and footers page by page.
func matchInOrder(a, b []Word, pagesA, pagesB int) *alignment {
	m := &alignment{a: a, b: b, pagesA: pagesA, pagesB: pagesB}
	m.toB, m.toA = slices.Repeat([]int{None}, len(a)), slices.Repeat([]int{None}, len(b))
	s := sequences{func(i, j int) bool { return m.a[i].key == m.b[j].key }, m.pair}
	isRunning := func(w Word) bool { return w.running }
	i, j := firstIndex(m.a, isRunning), firstIndex(m.b, isRunning)
	s.align(0, i, 0, j)
	m.pages = pairPages(m)
	for page := range m.pagesA {
		isLater := func(w Word) bool { return w.Page > page }
		endA := i + firstIndex(m.a[i:], isLater)
		if candidate := m.pages.Candidate(page); candidate != None {
			j += firstIndex(m.b[j:], func(w Word) bool { return w.Page >= candidate })
			endB := j + firstIndex(m.b[j:], func(w Word) bool { return w.Page > candidate })
			s.align(i, endA, j, endB)
			j = endB
		}
		i = endA
	}
	slide(m.a, m.toB, m.toA)
	slide(m.b, m.toA, m.toB)
	return m
}

// slide makes the words without a counterpart whole lines where as much matches so: of "Case A" and "Case B" in the other order, "Case B"
// has none, and not "B Case".
func slide(all []Word, counterparts, back []int) {
	for end := 1; end <= len(all); end++ {
		if counterparts[end-1] != None || end < len(all) && counterparts[end] == None {
			continue
		}
		last, begin := end-1, end-1
		for begin > 0 && counterparts[begin-1] == None {
			begin--
		}
		for ; begin > 0 && counterparts[begin-1] != None; begin, last = begin-1, last-1 {
			before := all[begin-1]
			if before.key != all[last].key || before.line != all[begin].line || before.line == all[last].line || before.Page != all[last].Page {
				break
			}
			counterparts[last], counterparts[begin-1] = counterparts[begin-1], None
			back[counterparts[last]] = last
		}
	}
}

// unmatchedText counts the words without a counterpart that are no part of a header or footer.
func (m *alignment) unmatchedText() int {
	isText := func(w Word) bool { return !w.running }
	return len(unmatched(m.a, m.toB, isText)) + len(unmatched(m.b, m.toA, isText))
}

// unmatched are the words of a kind without a counterpart.
func unmatched(all []Word, counterparts []int, is func(Word) bool) (words []int) {
	for i, j := range counterparts {
		if j == None && is(all[i]) {
			words = append(words, i)
		}
	}
	return words
}

// firstIndex is that of the first word of a kind; the number of words where there is none.
func firstIndex(words []Word, is func(Word) bool) int {
	if i := slices.IndexFunc(words, is); i >= 0 {
		return i
	}
	return len(words)
}

func (m *alignment) pair(i, j int) { m.toB[i], m.toA[j] = j, i }

// joinPieces joins the neighbours that together are a word of the other document, as "exam-" and "ple" are "example".
func joinPieces(m *alignment) (a, b []Word) {
	markDivided(m.a)
	markDivided(m.b)
	i, j := 0, 0
	for i < len(m.a) || j < len(m.b) {
		endA, endB := i, j
		for endA < len(m.a) && m.toB[endA] == None {
			endA++
		}
		for endB < len(m.b) && m.toA[endB] == None {
			endB++
		}
		joinedA, joinedB := joinGap(m.a[i:endA], m.b[j:endB])
		a, b, i, j = append(a, joinedA...), append(b, joinedB...), endA, endB
		if i < len(m.a) {
			a, i = append(a, m.a[i]), i+1
		}
		if j < len(m.b) {
			b, j = append(b, m.b[j]), j+1
		}
	}
	return a, b
}

// markDivided marks the words whose rest stands in the next line.
func markDivided(words []Word) {
	for i := range len(words) - 1 {
		next, _ := utf8.DecodeRuneInString(words[i+1].key)
		words[i].divided = words[i].line != words[i+1].line && unicode.IsLower(next)
	}
}

// undivided is the key without the hyphen of a line's end.
func (w Word) undivided() string {
	if w.divided {
		return withoutHyphen(w.key)
	}
	return w.key
}

const (
	// maxGap bounds the work on one run of words that do not match.
	maxGap = 5000
	// lookAhead is how many words may stand before the next ones that can be joined.
	lookAhead = 40
)

// joinGap joins within two runs of words that stand between the same neighbours.
func joinGap(a, b []Word) (joinedA, joinedB []Word) {
	if len(a) == 0 || len(b) == 0 || len(a) > maxGap || len(b) > maxGap {
		return a, b
	}
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		bestI, bestJ, n, k := None, None, 0, 0
		for distance := 0; distance < min(lookAhead, len(a)-i+len(b)-j) && bestI == None; distance++ {
			for di := max(0, distance-(len(b)-j)+1); di <= distance && i+di < len(a); di++ {
				if n, k = sameText(a[i+di:], b[j+distance-di:]); n > 0 {
					bestI, bestJ = i+di, j+distance-di
					break
				}
			}
		}
		if bestI == None {
			joinedA, joinedB, i, j = append(joinedA, a[i]), append(joinedB, b[j]), i+1, j+1
			continue
		}
		joinedA = append(append(joinedA, a[i:bestI]...), join(a[bestI:bestI+n], a[bestI:bestI+n]))
		joinedB = append(append(joinedB, b[j:bestJ]...), join(b[bestJ:bestJ+k], a[bestI:bestI+n]))
		i, j = bestI+n, bestJ+k
	}
	return append(joinedA, a[i:]...), append(joinedB, b[j:]...)
}

const maxPieces = 24

// sameText returns how many words at the beginning of each run make up the same text; 0 where they do not. Divided words may differ in
// case: small capitals, which engines draw as capitals of two sizes.
func sameText(a, b []Word) (n, k int) {
	first, _ := utf8.DecodeRuneInString(a[0].key)
	if other, _ := utf8.DecodeRuneInString(b[0].key); unicode.ToUpper(first) != unicode.ToUpper(other) {
		return 0, 0
	}
	textA, textB := strings.ToUpper(a[0].key), strings.ToUpper(b[0].key)
	n, k = 1, 1
	for n+k < maxPieces {
		switch {
		case withoutHyphen(textA) == withoutHyphen(textB): // one engine's text has the hyphen of a line's end, and the other's has not
			if n+k == 2 && a[0].undivided() != b[0].undivided() {
				return 0, 0
			}
			return n, k
		case len(textA) < len(textB) && n < len(a) && strings.HasPrefix(textB, withoutHyphen(textA)):
			textA, n = appendPiece(textA, strings.ToUpper(a[n].key), textB), n+1
		case len(textB) < len(textA) && k < len(b) && strings.HasPrefix(textA, withoutHyphen(textB)):
			textB, k = appendPiece(textB, strings.ToUpper(b[k].key), textA), k+1
		default:
			return 0, 0
		}
	}
	return 0, 0
}

// appendPiece adds the next piece of a word. A hyphen after a letter is one of a line's end, unless the whole word has it.
func appendPiece(text, next, whole string) string {
	if strings.HasPrefix(whole, text) {
		return text + next
	}
	return withoutHyphen(text) + next
}

func withoutHyphen(text string) string {
	if rest, has := strings.CutSuffix(text, "-"); has {
		if r, _ := utf8.DecodeLastRuneInString(rest); unicode.IsLetter(r) {
			return rest
		}
	}
	return text
}

// join makes one word of pieces, with the text of the other document's. Where it runs over two lines, it stands where it begins.
func join(pieces, named []Word) Word {
	whole := pieces[0]
	for _, p := range pieces[1:] {
		whole.Pieces += p.Pieces
		if follows(whole, p) {
			whole.blank, whole.Box = max(whole.blank, p.Box.X0-whole.Box.X1), whole.Box.Union(p.Box)
		}
	}
	whole.Text, whole.key = "", ""
	for _, p := range named {
		whole.Text, whole.key = withoutHyphen(whole.Text)+p.Text, withoutHyphen(whole.key)+p.key
	}
	return whole
}

// matchEqual matches the words that are gone here and come there, in their order, except those that are forgiven or swapped.
func (m *alignment) matchEqual() (pairs [][2]int) {
	may := func(w Word) bool { return !w.forgiven && !w.swapped }
	left := map[string][]int{}
	for _, j := range unmatched(m.b, m.toA, may) {
		left[m.b[j].key] = append(left[m.b[j].key], j)
	}
	for _, i := range unmatched(m.a, m.toB, may) {
		if same := left[m.a[i].key]; len(same) > 0 {
			m.pair(i, same[0])
			pairs, left[m.a[i].key] = append(pairs, [2]int{i, same[0]}), same[1:]
		}
	}
	return pairs
}

// Distance is how far a word has moved: by its nearest vertical edge or its centre, so that a word set a little wider has not.
func Distance(a, b Box) float64 {
	return math.Hypot(sideways(a, b), b.middle()-a.middle())
}

func sideways(a, b Box) (nearest float64) {
	left, right := b.X0-a.X0, b.X1-a.X1
	nearest = (left + right) / 2
	for _, edge := range [2]float64{right, left} {
		if math.Abs(edge) <= math.Abs(nearest) {
			nearest = edge
		}
	}
	return nearest
}

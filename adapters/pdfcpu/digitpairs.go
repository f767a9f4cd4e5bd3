package pdfcpu

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"platen/ports"
)

// glyphRun is a sequence of adjacent glyphs, as the content of a page writes them.
type glyphRun struct {
	pairs int // the index of the page of pairs that has it
	font  string
	text  string
}

// checkPairs fails if adjacent digits are written differently on the pages of pairs and on the samples: then the distance between them
// depends on the digits. p is a sample, content is its content, and glyphs show its number.
func (c *composer) checkPairs(ctx context.Context, p *page, content []operation, glyphs []digitGlyph) error {
	text := c.text(p, content)
	numbers, err := numbersIn(glyphs)
	if err != nil {
		return err
	}
	needed := map[glyphRun]int{}
	for _, number := range numbers {
		runs, err := c.runsOf(number, text)
		if err != nil {
			return err
		}
		for run := range runs {
			needed[run]++
		}
	}
	for i := range c.samples.Pairs {
		if err := ctx.Err(); err != nil {
			return err
		}
		pairs := c.source.pages[i]
		content, err := c.content(pairs)
		if err != nil {
			return err
		}
		byFont := c.text(pairs, content).byFont()
		for run, times := range needed {
			if run.pairs == i && strings.Count(byFont[run.font], run.text) < times {
				return fmt.Errorf("%w: the distance of digits depends on them", ports.ErrNotComposable)
			}
		}
	}
	return nil
}

// numbersIn groups glyphs by the number on the page that they show. A number has one glyph for each place at which the samples differ, in
// the order of the places.
func numbersIn(glyphs []digitGlyph) ([][]digitGlyph, error) {
	if len(glyphs) == 0 {
		return nil, nil
	}
	var places []int
	for _, g := range glyphs {
		places = append(places, g.place)
	}
	slices.Sort(places)
	places = slices.Compact(places)
	numbers := slices.Collect(slices.Chunk(glyphs, len(places)))
	for _, number := range numbers {
		if !slices.EqualFunc(number, places, func(g digitGlyph, place int) bool { return g.place == place }) {
			return nil, fmt.Errorf("%w: the digits are not in their order", ports.ErrNotComposable)
		}
	}
	return numbers, nil
}

// runsOf returns the runs that the pages of pairs contain if the position of each glyph of a number is independent of its neighbours.
func (c *composer) runsOf(number []digitGlyph, text contentText) (map[glyphRun]bool, error) {
	runs := map[glyphRun]bool{}
	for i := range len(number) - 1 {
		left, right := number[i], number[i+1]
		if right.place != left.place+1 {
			continue // the digit between them is the same on all pages
		}
		codes, ok := joined(left.codes, right.codes)
		if !ok {
			return nil, fmt.Errorf("%w: a digit has several glyphs", ports.ErrNotComposable)
		}
		for at, digits := range c.samples.Pairs {
			for _, known := range strings.FieldsFunc(digits, func(d rune) bool { return codes[d] == "" }) {
				var all []string
				for _, digit := range known {
					all = append(all, codes[digit])
				}
				if len(all) > 1 {
					runs[glyphRun{at, text.fonts[left.operation], strings.Join(all, text.between(left, right))}] = true
				}
			}
		}
	}
	return runs, nil
}

// joined merges two maps of codes; false if they contradict each other.
func joined(one, other map[rune]string) (map[rune]string, bool) {
	all := maps.Clone(one)
	for digit, code := range other {
		if all[digit] != "" && all[digit] != code {
			return nil, false
		}
		all[digit] = code
	}
	return all, true
}

// contentText is the content of a page as text, and the font at each operation.
type contentText struct {
	lines  []string
	starts [][]int // of the operands of each operation, in its line
	fonts  []string
}

// text returns the content of a page as text.
func (c *composer) text(p *page, content []operation) contentText {
	t := contentText{}
	font := ""
	for _, o := range content {
		var line strings.Builder
		var starts []int
		for _, operand := range o.operands {
			starts = append(starts, line.Len())
			line.Write(operand)
			line.WriteByte(' ')
		}
		line.WriteString(o.operator + "\n")
		if o.operator == fontOperator {
			font = c.font(p, o) + line.String()
		}
		t.lines, t.starts, t.fonts = append(t.lines, line.String()), append(t.starts, starts), append(t.fonts, font)
	}
	return t
}

// font returns an identifier of the font that an operation sets; "" if it is not known.
func (c *composer) font(p *page, o operation) string {
	resources, err := c.source.parsed.DereferenceDict(p.resources)
	if err != nil || len(o.operands) == 0 {
		return ""
	}
	fonts, err := c.source.parsed.DereferenceDict(resources["Font"])
	if err != nil {
		return ""
	}
	name := strings.TrimPrefix(string(o.operands[0]), "/")
	identity, _ := c.digests.append(nil, fonts[name], 0, 0)
	return string(identity)
}

// between returns the content between two glyphs.
func (t contentText) between(left, right digitGlyph) string {
	text := strings.Join(t.lines[left.operation:right.operation+1], "")
	before := len(text) - len(t.lines[right.operation])
	return text[t.at(left)+glyphLength : before+t.at(right)]
}

// at returns the offset of a glyph in its line.
func (t contentText) at(g digitGlyph) int { return t.starts[g.operation][g.operand] + g.offset }

// byFont returns the content that is written with each font.
func (t contentText) byFont() map[string]string {
	parts := map[string]*strings.Builder{}
	for i, line := range t.lines {
		if parts[t.fonts[i]] == nil {
			parts[t.fonts[i]] = &strings.Builder{}
		}
		parts[t.fonts[i]].WriteString(line)
	}
	all := map[string]string{}
	for font, part := range parts {
		all[font] = part.String()
	}
	return all
}

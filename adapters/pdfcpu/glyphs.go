package pdfcpu

import (
	"bytes"
	"fmt"
	"slices"

	"platen/ports"
)

// numbered is the content of a page and the digits of the number that it shows.
type numbered struct {
	digits  string
	content []operation
}

// glyphLength is the length of a glyph's code in a string: two bytes in hexadecimal digits, which engines write for embedded fonts.
const glyphLength = 4

// digitGlyph is a glyph that shows a digit of the number.
type digitGlyph struct {
	operation, operand, offset int // where its code is
	place                      int // of the digit in the number, from 0
	codes                      map[rune]string
}

// of returns the code of the glyph in a content.
func (g digitGlyph) of(content []operation) string {
	return string(content[g.operation].operands[g.operand][g.offset:][:glyphLength])
}

// digitGlyphs finds the glyphs in which contents differ, in the order of the content. Each glyph depends on the digit at one place.
func digitGlyphs(all []numbered) ([]digitGlyph, error) {
	var glyphs []digitGlyph
	for i := range all[0].content {
		differing, ok := differingGlyphs(all, i)
		if !ok {
			return nil, fmt.Errorf("%w: they differ in more than glyphs", ports.ErrNotComposable)
		}
		glyphs = append(glyphs, differing...)
	}
	for _, n := range all {
		if len(n.content) != len(all[0].content) {
			return nil, fmt.Errorf("%w: they differ in their length", ports.ErrNotComposable)
		}
	}
	for i := range glyphs {
		if !glyphs[i].findPlace(all) {
			return nil, fmt.Errorf("%w: a glyph does not depend on one digit", ports.ErrNotComposable)
		}
	}
	return glyphs, nil
}

// differingGlyphs returns the glyphs in which an operation differs; false if it also differs in something else.
func differingGlyphs(all []numbered, at int) (glyphs []digitGlyph, ok bool) {
	first := all[0].content[at]
	for _, n := range all[1:] {
		if at >= len(n.content) || n.content[at].operator != first.operator || len(n.content[at].operands) != len(first.operands) {
			return nil, false
		}
	}
	for i, t := range first.operands {
		differs := func(from, to int) bool {
			return slices.ContainsFunc(all, func(n numbered) bool { return !bytes.Equal(n.content[at].operands[i][from:to], t[from:to]) })
		}
		sameLength := !slices.ContainsFunc(all, func(n numbered) bool { return len(n.content[at].operands[i]) != len(t) })
		if sameLength && !differs(0, len(t)) {
			continue
		}
		if !sameLength || !showsText(first.operator) || t[0] != '<' || (len(t)-2)%glyphLength != 0 {
			return nil, false
		}
		for offset := 1; offset < len(t)-1; offset += glyphLength {
			if differs(offset, offset+glyphLength) {
				glyphs = append(glyphs, digitGlyph{operation: at, operand: i, offset: offset})
			}
		}
	}
	return glyphs, true
}

// showsText reports whether an operator shows its operands that are strings.
func showsText(operator string) bool {
	switch operator {
	case "Tj", "TJ", "'", `"`:
		return true
	}
	return false
}

// findPlace finds the only place whose digit determines the glyph, and the codes of the digits there.
func (g *digitGlyph) findPlace(all []numbered) bool {
	g.codes = nil
	for place := range all[0].digits {
		codes, ok := g.codesBy(place, all)
		if ok && g.codes != nil {
			return false
		}
		if ok {
			g.place, g.codes = place, codes
		}
	}
	return g.codes != nil
}

// codesBy returns the codes of the digits at a place; false if a digit has several.
func (g *digitGlyph) codesBy(place int, all []numbered) (map[rune]string, bool) {
	codes := map[rune]string{}
	for _, n := range all {
		code, digit := g.of(n.content), rune(n.digits[place])
		if known, ok := codes[digit]; ok && known != code {
			return nil, false
		}
		codes[digit] = code
	}
	return codes, true
}

// withDigits returns the operations of a content that must change to show another number, by their indexes.
func withDigits(content []operation, glyphs []digitGlyph, digits string) (map[int]operation, error) {
	changed := map[int]operation{}
	for _, g := range glyphs {
		code, ok := g.codes[rune(digits[g.place])]
		if !ok {
			return nil, fmt.Errorf("%w: there is no glyph for the digit %c", ports.ErrNotComposable, digits[g.place])
		}
		o, ok := changed[g.operation]
		if !ok {
			o = content[g.operation]
			o.operands = slices.Clone(o.operands)
			for i := range o.operands {
				o.operands[i] = slices.Clone(o.operands[i])
			}
		}
		copy(o.operands[g.operand][g.offset:], code)
		changed[g.operation] = o
	}
	return changed, nil
}

package pagecss_test

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/domain/pagecss"
	"platen/domain/stylesheet"
)

// numbered repeats a pattern with the numbers from 0.
func numbered(pattern string, times int) string {
	var b strings.Builder
	for i := range times {
		fmt.Fprintf(&b, pattern, i)
	}
	return b.String()
}

// TestHostileRulesTakeLinearTime: four times as much CSS does not take sixteen times the CPU.
func TestHostileRulesTakeLinearTime(t *testing.T) {
	for name, css := range map[string]func(n int) string{
		"steering selectors": func(n int) string { return numbered("@page a%06d{--platen-gap:0}", 2*n) },
		"margins of names":   func(n int) string { return numbered("@page a%06d{margin:1mm}", 2*n) },
		"rules":              func(n int) string { return strings.Repeat("@page{margin:0}", 4*n) },
		"variables": func(n int) string {
			return ":root{--a:" + strings.Repeat("x ", 240) + numbered(";--a%d:var(--a)", n) + "}@page{" + numbered("margin:var(--a%d);", n) + "}"
		},
		"brackets":   func(n int) string { return "@page{margin:" + strings.Repeat("(", 150*n) },
		"statements": func(n int) string { return "@page{}" + strings.Repeat("@layer a;", 40*n) },
	} {
		t.Run(name, func(t *testing.T) {
			cost := func(n int) float64 {
				text := css(n)
				least := math.Inf(1)
				for range 3 {
					least = min(least, cpuTime(t, func() {
						_, _, err := pagecss.Of(text).Reserve(both)
						require.NoError(t, err)
					}))
				}
				return least
			}
			const tick = 0.01 // less is not measured
			require.Less(t, cost(4000)/max(cost(1000), tick), 8.0)
		})
	}
}

// cpuTime returns the seconds of CPU that this thread takes.
func cpuTime(t *testing.T, do func()) float64 {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	seconds := func() float64 {
		var usage syscall.Rusage
		require.NoError(t, syscall.Getrusage(syscall.RUSAGE_THREAD, &usage))
		return float64(usage.Utime.Nano()+usage.Stime.Nano()) / 1e9
	}
	before := seconds()
	do()
	return seconds() - before
}

// TestVariablesAreSubstitutedOnce: what a declaration costs does not depend on the references behind its own.
func TestVariablesAreSubstitutedOnce(t *testing.T) {
	allocations := func(references int) float64 {
		css := ":root{--a0:" + strings.Repeat("x ", 240)
		for i := range references {
			css += fmt.Sprintf(";--a%d:var(--a%d)", i+1, i)
		}
		css += "}@page{" + strings.Repeat(fmt.Sprintf("margin:var(--a%d);", references), 500) + "}"
		return testing.AllocsPerRun(1, func() { pagecss.Of(css) })
	}
	require.Less(t, allocations(7)/allocations(1), 1.5)
}

func TestTooManyPageRules(t *testing.T) {
	for css, want := range map[string]string{
		numbered("@page a%06d{--platen-gap:0}", 10_001):    "the document has @page rules with more than 10000 different selectors",
		strings.Repeat("@page{}", 100_001):                 "the document has more than 100000 @page rules and declarations in them",
		"@page{" + strings.Repeat("margin:0;", 25_000):     "the document has more than 100000 @page rules and declarations in them",
		"@page{" + strings.Repeat("margin:0;", 25_000-100): "",
	} {
		_, err := pagecss.NewGeometry(t.Context(), pagecss.Styles{Sheets: []stylesheet.Sheet{{Text: css}}}, domain.A4, tenMillimetres)
		if want == "" {
			require.NoError(t, err)
			continue
		}
		require.Equal(t, domain.InvalidRequest, domain.AsError(err).Code)
		require.Equal(t, want, domain.AsError(err).Message)
	}
}

// TestOverridesAreBounded: each selector's override repeats the value that an important rule for all pages declares.
func TestOverridesAreBounded(t *testing.T) {
	css := "@page{margin:calc(1mm + 0." + strings.Repeat("0", 10_000) + "%)!important}" + numbered("@page a%06d{--platen-gap:0}", 9_000)
	_, _, err := pagecss.Of(css).Reserve(both)
	require.Equal(t, domain.InvalidRequest, domain.AsError(err).Code)
	require.Equal(t, "the document's @page rules are too many, or too long, to make room for header and footer", domain.AsError(err).Message)
}

// endsAfter is a context that has ended when it was looked at some times.
type endsAfter struct {
	context.Context
	looks, limit int
}

func (c *endsAfter) Err() error {
	if c.looks++; c.looks > c.limit {
		return context.Canceled
	}
	return nil
}

// TestGeometryEndsWithItsContext: no loop goes on after the end of the context.
func TestGeometryEndsWithItsContext(t *testing.T) {
	for name, text := range map[string]string{
		"one long sheet":  strings.Repeat("@page{margin:0}", 20_000),
		"a sheet of text": "@page{}" + strings.Repeat("p{color:red}", 50_000),
		"variables":       "@page{margin:var(--x)}" + strings.Repeat(":root{--a:b}", 50_000),
	} {
		for limit := range 4 {
			ctx := &endsAfter{Context: t.Context(), limit: limit}
			_, err := pagecss.NewGeometry(ctx, pagecss.Styles{Sheets: []stylesheet.Sheet{{Text: text}}}, domain.A4, tenMillimetres)
			require.ErrorIs(t, err, context.Canceled, name)
			require.LessOrEqual(t, ctx.looks, limit+4, name)
		}
	}
	many := make([]stylesheet.Sheet, 10_000)
	for i := range many {
		many[i].Text = "@page{margin:0}"
	}
	ctx := &endsAfter{Context: t.Context(), limit: 100}
	_, err := pagecss.NewGeometry(ctx, pagecss.Styles{Sheets: many}, domain.A4, tenMillimetres)
	require.ErrorIs(t, err, context.Canceled)
	require.LessOrEqual(t, ctx.looks, 102)

	ctx = &endsAfter{Context: t.Context(), limit: 3}
	_, _, err = pagecss.Of(numbered("@page a%06d{--platen-gap:0}", 9_000)).ReserveMargins(ctx, both)
	require.ErrorIs(t, err, context.Canceled)
	require.LessOrEqual(t, ctx.looks, 5)
}

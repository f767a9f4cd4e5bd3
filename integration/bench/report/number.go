package report

import (
	"fmt"
	"math"
)

// Unit is the unit of a number.
type Unit string

// The units.
const (
	Milliseconds Unit = "ms"
	Seconds      Unit = "s"
	PerSecond    Unit = "PDF/s"
	Mebibytes    Unit = "MiB"
	Count        Unit = ""
)

// Number is one measured value.
type Number struct {
	Engine string  `json:"engine"`
	Name   string  `json:"name"`
	Unit   Unit    `json:"unit,omitempty"`
	Value  float64 `json:"value"`
	// Floor is the number that it is compared with, and Against describes it; empty: none.
	Floor   float64 `json:"floor,omitempty"`
	Against string  `json:"against,omitempty"`
	Ratio   float64 `json:"ratio,omitempty"`
	// Promise is the bound that the project promises; nil: none.
	Promise *Promise `json:"promise,omitempty"`
	// Note is a note for the reader.
	Note string `json:"note,omitempty"`
}

// Promise is a bound on a number: on its ratio to the floor if there is one, otherwise on its value.
type Promise struct {
	Bound float64 `json:"bound"`
	// Least: the number must be at least the bound; otherwise at most.
	Least bool `json:"least,omitempty"`
}

// AtMost promises no more than the bound.
func AtMost(bound float64) *Promise { return &Promise{Bound: bound} }

// AtLeast promises no less than the bound.
func AtLeast(bound float64) *Promise { return &Promise{Bound: bound, Least: true} }

// Verdict tells whether a promise is kept.
type Verdict string

// The verdicts.
const (
	Kept     Verdict = "kept"
	Missed   Verdict = "MISSED"
	Promised Verdict = "" // there is no promise
)

// Verdict compares the number with its promise.
func (n Number) Verdict() Verdict {
	switch {
	case n.Promise == nil:
		return Promised
	case n.Promise.keeps(n.judged()):
		return Kept
	default:
		return Missed
	}
}

func (n Number) judged() float64 {
	if n.Against != "" {
		return n.Ratio
	}
	return n.Value
}

func (p Promise) keeps(x float64) bool {
	switch {
	case math.IsNaN(x):
		return false
	case p.Least:
		return x >= p.Bound
	default:
		return x <= p.Bound
	}
}

// promise describes the promise.
func (n Number) promise() string {
	if n.Promise == nil {
		return ""
	}
	sign := "≤"
	if n.Promise.Least {
		sign = "≥"
	}
	if n.Against != "" {
		return fmt.Sprintf("%s %g × floor", sign, n.Promise.Bound)
	}
	return fmt.Sprintf("%s %g %s", sign, n.Promise.Bound, n.Unit)
}

// amount is a value with its unit, in about three digits.
func amount(x float64, unit Unit) string {
	digits := 0
	switch {
	case unit == Count:
	case math.Abs(x) < 10:
		digits = 2
	case math.Abs(x) < 100:
		digits = 1
	}
	text := fmt.Sprintf("%.*f", digits, x)
	if unit != Count {
		text += " " + string(unit)
	}
	return text
}

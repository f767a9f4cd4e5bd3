// Package report is the result of the benchmark: each number with its floor and its promise, as a table for people and as JSON for
// programs, together with the machine it was measured on.
package report

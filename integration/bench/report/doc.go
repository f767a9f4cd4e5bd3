// Package report says what the benchmark found: each number beside its floor and its promise, for people as a
// table and for programs as JSON, together with the machine it was measured on.
package report

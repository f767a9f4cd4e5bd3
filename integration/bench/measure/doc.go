// Package measure takes samples of something that makes PDFs: under a number of clients, for a stretch of time,
// turn about with what it is compared with, so that a machine that is busy with other things disturbs both
// alike. The benchmark uses it; nothing in it knows what is measured.
package measure

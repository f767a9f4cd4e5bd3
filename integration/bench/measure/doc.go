// Package measure takes samples of something that makes PDFs: with a number of clients, for a stretch of time, in turn with what it is
// compared with, so that other work on the machine disturbs both equally. It does not know what is measured.
package measure

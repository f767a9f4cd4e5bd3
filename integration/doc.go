// Package integration holds the tests of the whole: the program started as a process and spoken to over HTTP,
// with documents from testdata.
package integration

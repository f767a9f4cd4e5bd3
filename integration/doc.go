// Package integration has the tests of the whole program, which runs as a process and is used over HTTP, with documents from
// testdata.
package integration

//go:build !linux

package wkhtmltopdf

import "platen/domain"

// limitFileSize does nothing: other kernels do not bound a process from outside.
func limitFileSize(int, domain.ByteSize) error { return nil }

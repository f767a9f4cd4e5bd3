package wkhtmltopdf

import (
	"os"
	"syscall"

	"platen/domain"
)

// leastFileSize is what a process may always write, so that the self-test succeeds with a small limit of PDFs. This limit protects
// disk and memory; the service checks the size of the finished PDF again.
const leastFileSize = domain.MiB

// tooLarge is the error of a document whose PDF was too large for its process.
func tooLarge(pdf domain.ByteSize) error {
	return domain.PDFTooLarge(max(pdf, leastFileSize))
}

// exceededFileSize reports whether limitFileSize ended a process.
func exceededFileSize(state *os.ProcessState) bool {
	status, is := state.Sys().(syscall.WaitStatus)
	return is && status.Signal() == syscall.SIGXFSZ
}

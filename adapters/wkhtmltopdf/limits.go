package wkhtmltopdf

import (
	"os"
	"syscall"
)

// exceededFileSize reports whether limitFileSize ended a process.
func exceededFileSize(state *os.ProcessState) bool {
	status, is := state.Sys().(syscall.WaitStatus)
	return is && status.Signal() == syscall.SIGXFSZ
}

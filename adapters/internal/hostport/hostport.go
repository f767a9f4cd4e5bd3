// Package hostport checks the addresses of listeners in the configuration.
package hostport

import (
	"net"
	"strconv"
)

// Valid reports whether the text is a host, which may be empty, and a port number.
func Valid(text string) bool {
	_, port, err := net.SplitHostPort(text)
	if err != nil {
		return false
	}
	_, err = strconv.ParseUint(port, 10, 16)
	return err == nil
}

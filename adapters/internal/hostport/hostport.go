// Package hostport reads the addresses that listeners are configured with.
package hostport

import (
	"net"
	"strconv"
)

// Valid tells whether the text is a host, which may be empty, and a port's number.
func Valid(text string) bool {
	_, port, err := net.SplitHostPort(text)
	if err != nil {
		return false
	}
	_, err = strconv.ParseUint(port, 10, 16)
	return err == nil
}

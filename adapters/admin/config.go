package admin

import (
	"fmt"
	"strings"

	"platen/adapters/internal/hostport"
)

// Config is the admin listener's part of the configuration, admin.*.
type Config struct {
	// Addr is the host:port to listen on. The pages need no key, so only the operator should be able to reach it. Empty: no
	// admin listener.
	Addr string `koanf:"addr"`
	// Hosts are the names by which browsers may call the listener, besides addresses and names that no site on the
	// internet can have, such as localhost. See onlyKnownHosts.
	Hosts []string `koanf:"hosts"`
	// Version is the program's version for /version. Empty: the one that the Go linker recorded. It is not a setting.
	Version string `koanf:"-"`
}

// DefaultConfig returns the defaults.
func DefaultConfig() Config { return Config{Addr: "127.0.0.1:9090"} }

// Validate names the first key whose value does not fit.
func (c Config) Validate() error {
	for _, host := range c.Hosts {
		if host == "" || strings.ContainsAny(host, ":/ ") {
			return fmt.Errorf("admin.hosts: %q is not the name of a host, as in platen.example.com, without scheme and port", host)
		}
	}
	if c.Addr == "" {
		return nil
	}
	if !hostport.Valid(c.Addr) {
		return fmt.Errorf("admin.addr: %q is not host:port, as in 127.0.0.1:9090; empty means none", c.Addr)
	}
	return nil
}

package egress

import (
	"fmt"
	"net/netip"
	"strings"
)

// rule is one exception from the policy: addresses or a name, on one port or any.
type rule struct {
	prefix netip.Prefix // invalid if the rule is for a name
	host   string
	port   uint16 // 0: any
}

// parseRules reads the entries of Config.Allow. An error names the entry.
func parseRules(entries []string) ([]rule, error) {
	rules := make([]rule, 0, len(entries))
	for _, entry := range entries {
		r, err := parseRule(strings.TrimSpace(entry))
		if err != nil {
			return nil, fmt.Errorf("egress.allow: %q: %w: write a CIDR, an address, a host or host:port, "+
				"as in 10.1.0.0/16, 10.1.2.3, [fd00::7]:8080 or intranet.example:8443", entry, err)
		}
		rules = append(rules, r)
	}
	return rules, nil
}

func parseRule(entry string) (rule, error) {
	if strings.Contains(entry, "/") {
		prefix, err := netip.ParsePrefix(entry)
		if err != nil {
			return rule{}, fmt.Errorf("no CIDR")
		}
		if prefix != prefix.Masked() {
			return rule{}, fmt.Errorf("the CIDR has bits beyond its length, did you mean %s", prefix.Masked())
		}
		return rule{prefix: prefix}, nil
	}
	// An IPv6 address alone needs no brackets: its colons begin no port.
	if addr, err := netip.ParseAddr(entry); err == nil && addr.Zone() == "" {
		return rule{prefix: netip.PrefixFrom(addr, addr.BitLen())}, nil
	}
	host, port, err := splitPort(entry)
	if err != nil {
		return rule{}, err
	}
	addr, err := parseHost(host)
	if err != nil {
		return rule{}, err
	}
	if addr.IsValid() {
		return rule{prefix: netip.PrefixFrom(addr, addr.BitLen()), port: port}, nil
	}
	return rule{host: strings.ToLower(host), port: port}, nil
}

// allows reports whether the rule allows t at addr, which is invalid if it is not known.
func (r rule) allows(t target, addr netip.Addr) bool {
	if r.port != 0 && r.port != t.port {
		return false
	}
	if r.prefix.IsValid() {
		return addr.IsValid() && r.prefix.Contains(addr)
	}
	return r.host == t.host
}

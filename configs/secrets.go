package configs

import (
	"bytes"
	"fmt"
	"regexp"
)

// userinfo and query are the parts of an address that may hold a secret.
var (
	userinfo = regexp.MustCompile(`://[^/@\s]*@`)
	query    = regexp.MustCompile(`\?\S+`)
)

// WithoutSecrets lists all keys with their values, as in a file of settings. Keys, and what an address may hold of passwords, are left
// out.
func (c Config) WithoutSecrets() []byte {
	var list bytes.Buffer
	for _, key := range Keys(c.Registry) {
		value := fmt.Sprint(c.field(key).Interface())
		if key == "auth.keys" && value != "" {
			value = "(left out)"
		}
		value = query.ReplaceAllString(userinfo.ReplaceAllString(value, "://(left out)@"), "?(left out)")
		fmt.Fprintf(&list, "%s: %s\n", key, value)
	}
	return list.Bytes()
}

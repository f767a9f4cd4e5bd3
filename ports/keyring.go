package ports

// Keyring knows the API keys.
type Keyring interface {
	// Authenticate returns the client that the key belongs to; false if there is no such key, or if it has expired: its client is
	// then for the log. The time that it takes does not depend on how much of the key is right. Safe for concurrent use.
	Authenticate(key string) (client Client, ok bool)
}

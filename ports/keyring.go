package ports

// Keyring knows the API keys.
type Keyring interface {
	// Authenticate gives the client that the key belongs to; false if it belongs to nobody. The time it takes does
	// not depend on how much of a key is right. Safe for concurrent use.
	Authenticate(key string) (client Client, ok bool)
}

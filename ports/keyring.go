package ports

// Keyring knows the API keys.
type Keyring interface {
	// Authenticate gives the name of the client whose key it is; false where it is nobody's. The time it takes does
	// not depend on how much of a key is right. Safe for concurrent use.
	Authenticate(key string) (client string, ok bool)
}

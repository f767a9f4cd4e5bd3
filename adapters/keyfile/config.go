package keyfile

// Config says where the keys are. At least one key must be found.
type Config struct {
	// File is the path of a YAML or JSON file of key hashes, read again when it changes; empty: none.
	File string `koanf:"keys_file"`
	// Keys are keys in the clear, as name=secret,name2=secret2, for the environment. A secret holds no comma.
	Keys string `koanf:"keys"`
}

// DefaultConfig has no keys.
func DefaultConfig() Config { return Config{} }

// Validate says what is wrong with Keys. The file is read by New.
func (c Config) Validate() error {
	_, err := c.plain()
	return err
}

// plain reads Keys.
func (c Config) plain() ([]key, error) { return parsePlain(c.Keys) }

package keyfile

// Config names the sources of keys. They must give at least one key.
type Config struct {
	// File is the path of a YAML or JSON file of key hashes, read again when it changes; empty: none.
	File string `koanf:"keys_file"`
	// Keys are keys in plain text, as name=secret,name2=secret2, for the environment. A secret holds no comma.
	Keys string `koanf:"keys"`
}

// DefaultConfig has no keys.
func DefaultConfig() Config { return Config{} }

// Validate checks Keys. New reads the file.
func (c Config) Validate() error {
	_, err := c.plain()
	return err
}

// plain parses Keys.
func (c Config) plain() ([]key, error) { return parsePlain(c.Keys) }

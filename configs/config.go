// Package configs loads the service's configuration: one YAML file, and the environment over it, decoded into the Config structs
// of the adapters, with their defaults. Unknown keys are refused by name.
package configs

import (
	"cmp"
	"fmt"
	"net"
	"runtime"
	"slices"
	"strings"
	"time"

	"platen/adapters/admin"
	"platen/adapters/egress"
	"platen/adapters/engines"
	"platen/adapters/httpapi"
	"platen/adapters/keyfile"
	"platen/adapters/metrics"
	"platen/adapters/ratelimit"
	"platen/domain"
	"platen/domain/template"
	"platen/ports"
)

// Config is the whole configuration.
type Config struct {
	// Engine is the name of the engine that prints the documents.
	Engine    string            `key:"engine"`
	HTTP      httpapi.Config    `key:"http"`
	Admin     admin.Config      `key:"admin"`
	Auth      keyfile.Config    `key:"auth"`
	RateLimit ratelimit.Config  `key:"rate_limit"`
	Render    Render            `key:"render"`
	Page      Page              `key:"page"`
	PDF       PDF               `key:"pdf"`
	Template  template.Settings `key:"template"`
	Egress    egress.Config     `key:"egress"`
	Metrics   metrics.Config    `key:"metrics"`
	Shadow    Shadow            `key:"shadow"`
	Log       Log               `key:"log"`
	// Registry are the known engines, and Engines their settings by name. Each engine has a section of its name.
	Registry engines.Registry          `key:"-"`
	Engines  map[string]engines.Config `key:"-"`
}

// Render bounds the documents under way and their PDFs.
type Render struct {
	// Timeout is how long one document may take, its waiting included.
	Timeout time.Duration `key:"timeout"`
	// Concurrency is the number of documents rendered at once; 0: the number of CPUs.
	Concurrency int `key:"concurrency"`
	// Queue is the number of documents that may wait.
	Queue int `key:"queue"`
	// MaxPages and MaxPDF bound one PDF.
	MaxPages int             `key:"max_pages"`
	MaxPDF   domain.ByteSize `key:"max_pdf"`
	// HeaderCache bounds the prints of headers and footers that are kept for the next documents with the same; 0: none.
	HeaderCache domain.ByteSize `key:"header_cache"`
	// Reproducible makes the PDFs of equal requests equal, byte by byte.
	Reproducible bool `key:"reproducible"`
}

// EffectiveConcurrency is the number of documents rendered at once. By default it is the number of CPUs that the process may use: a
// container may have fewer than the machine.
func (r Render) EffectiveConcurrency() int {
	if r.Concurrency == 0 {
		return runtime.GOMAXPROCS(0)
	}
	return r.Concurrency
}

// Page has the distances on the paper for documents that do not set them.
type Page struct {
	// Margin is the distance from each edge of the paper to the content.
	Margin domain.Length `key:"margin"`
	// Edge is the distance from the paper's edge to a header or a footer.
	Edge domain.Length `key:"edge"`
	// Gap is the distance between a header or a footer and the content.
	Gap domain.Length `key:"gap"`
}

// PDF says what PDFs are beside their pages.
type PDF struct {
	// Standards are those that documents keep if neither their key nor they themselves say otherwise.
	Standards domain.Standards `key:"standards"`
}

// Log says what is logged.
type Log struct {
	// Level is the least severe level that is logged: debug, info, warn or error.
	Level string `key:"level"`
}

// Default returns the configuration of an empty file.
func Default(registry engines.Registry) Config {
	c := Config{
		Engine:    registry.Default(),
		HTTP:      httpapi.DefaultConfig(),
		Admin:     admin.DefaultConfig(),
		Auth:      keyfile.Config{Engines: registry.Names()},
		RateLimit: ratelimit.DefaultConfig(),
		Render:    Render{Timeout: time.Minute, Queue: 64, MaxPages: 2000, MaxPDF: 128 * domain.MiB, HeaderCache: 32 * domain.MiB},
		Page:      Page{Margin: 10 * domain.Millimetre, Edge: 5 * domain.Millimetre, Gap: 3 * domain.Millimetre},
		Template:  template.Default(),
		Egress:    egress.DefaultConfig(),
		Shadow:    defaultShadow(),
		Log:       Log{Level: "info"},
		Registry:  registry,
		Engines:   map[string]engines.Config{},
	}
	for _, kind := range registry {
		c.Engines[kind.Name] = kind.NewConfig()
	}
	return c
}

// Validate names the first key whose value is invalid, as in "http.addr: …".
func (c Config) Validate() error {
	if _, known := c.Registry.Find(c.Engine); !known {
		return fmt.Errorf("engine: %q is not known; write one of %s", c.Engine, strings.Join(c.Registry.Names(), ", "))
	}
	sections := []interface{ Validate() error }{
		c.HTTP, c.Admin, c.Auth, c.RateLimit, c.Render, c.Page, c.Template, c.Egress, c.Shadow, c.Log,
	}
	for _, name := range c.Registry.Names() {
		sections = append(sections, c.Engines[name])
	}
	for _, section := range sections {
		if err := section.Validate(); err != nil {
			return err
		}
	}
	return c.validateTogether()
}

// PublicListener is the configuration of the public listener. By default, the documents that clients have not read yet may
// be as large as two of the largest.
func (c Config) PublicListener() httpapi.Config {
	http := c.HTTP
	http.MaxUndelivered = cmp.Or(http.MaxUndelivered, 2*c.Render.MaxPDF)
	return http
}

// Keyring is the configuration of the keys, of which the service accepts those that it can serve.
func (c Config) Keyring() keyfile.Config {
	keys := c.Auth
	keys.Check = c.CheckClient
	return keys
}

// CheckClient returns an error if the client's engine cannot be used with this configuration: it cannot make the standards of the
// client's key, or those of the configuration where the key has none, or it cannot reach this service.
func (c Config) CheckClient(client ports.Client) error {
	c.Engine = cmp.Or(client.Engine, c.Engine)
	setting, standards := "standards", client.Standards
	if standards == "" {
		setting, standards = "pdf.standards", c.PDF.Standards
	}
	kind, _ := c.Registry.Find(c.Engine)
	for _, standard := range standards.List() {
		if !slices.Contains(kind.Capabilities.Standards, standard) {
			return fmt.Errorf("%s: the engine %s cannot make %s", setting, c.Engine, standard)
		}
	}
	return c.validateRemote()
}

// validateTogether checks settings of several sections against each other.
func (c Config) validateTogether() error {
	if c.HTTP.MaxUndelivered != 0 && c.HTTP.MaxUndelivered < c.Render.MaxPDF {
		return fmt.Errorf("http.max_undelivered: %s is less than render.max_pdf, %s: the largest documents could not be delivered",
			c.HTTP.MaxUndelivered, c.Render.MaxPDF)
	}
	if err := c.CheckClient(ports.Client{}); err != nil {
		return err
	}
	if overlap(c.HTTP.Addr, c.Admin.Addr) {
		return fmt.Errorf("admin.addr: %s is the address of the public listener too (http.addr: %s): give it another port", c.Admin.Addr,
			c.HTTP.Addr)
	}
	if c.Shadow.Engine != "" {
		_, _, err := c.ShadowEngine()
		return err
	}
	return nil
}

// validateRemote checks that an engine on another machine is told an address that it can reach.
func (c Config) validateRemote() error {
	remote, may := c.Engines[c.Engine].(engines.Remote)
	if !may || c.Egress.Addr != "" {
		return nil
	}
	host := remote.RemoteHost()
	if ip := net.ParseIP(host); host == "" || host == "localhost" || ip != nil && ip.IsLoopback() {
		return nil
	}
	return fmt.Errorf("egress.addr: %s.url names another host, %s, which cannot reach this one's 127.0.0.1: "+
		"set the name or address by which it reaches this service", c.Engine, host)
}

// overlap reports whether two listeners use the same address. Both are host:port, or empty.
func overlap(a, b string) bool {
	hostA, portA, errA := net.SplitHostPort(a)
	hostB, portB, errB := net.SplitHostPort(b)
	if errA != nil || errB != nil || portA != portB || portA == "0" {
		return false
	}
	every := func(host string) bool { return host == "" || host == "0.0.0.0" || host == "::" }
	return hostA == hostB || every(hostA) || every(hostB)
}

// Validate names the first key whose value is invalid.
func (r Render) Validate() error {
	switch {
	case r.Timeout <= 0:
		return fmt.Errorf("render.timeout: %s is not more than 0", r.Timeout)
	case r.Concurrency < 0:
		return fmt.Errorf("render.concurrency: %d is negative; 0 means the number of CPUs", r.Concurrency)
	case r.Queue < 0:
		return fmt.Errorf("render.queue: %d is negative", r.Queue)
	case r.MaxPages < 1:
		return fmt.Errorf("render.max_pages: %d is not at least 1", r.MaxPages)
	case r.MaxPDF < 1:
		return fmt.Errorf("render.max_pdf: %s is not at least 1 byte", r.MaxPDF)
	}
	return nil
}

// Validate names the first key whose value is invalid.
func (p Page) Validate() error {
	for _, distance := range []struct {
		key    string
		length domain.Length
	}{{"page.margin", p.Margin}, {"page.edge", p.Edge}, {"page.gap", p.Gap}} {
		if distance.length < 0 || distance.length > 100*domain.Millimetre {
			return fmt.Errorf("%s: %s is not between 0 and 100mm", distance.key, distance.length)
		}
	}
	return nil
}

// Validate names the first key whose value is invalid.
func (l Log) Validate() error {
	switch l.Level {
	case "debug", "info", "warn", "error":
		return nil
	}
	return fmt.Errorf("log.level: %q is not debug, info, warn or error", l.Level)
}

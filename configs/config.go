// Package configs is the service's configuration: one YAML file and the environment over the adapters' own
// Config structs, whose defaults it composes. Keys that nobody knows are refused by name.
package configs

import (
	"fmt"
	"runtime"
	"time"

	"platen/adapters/admin"
	"platen/adapters/chrome"
	"platen/adapters/egress"
	"platen/adapters/httpapi"
	"platen/adapters/keyfile"
	"platen/adapters/metrics"
	"platen/adapters/ratelimit"
	"platen/adapters/wkhtmltopdf"
	"platen/domain"
	"platen/domain/template"
)

// Config is the whole configuration.
type Config struct {
	// Engine prints the documents: EngineChrome or EngineWkhtmltopdf.
	Engine      string             `koanf:"engine"`
	HTTP        httpapi.Config     `koanf:"http"`
	Admin       admin.Config       `koanf:"admin"`
	Auth        keyfile.Config     `koanf:"auth"`
	RateLimit   ratelimit.Config   `koanf:"rate_limit"`
	Render      Render             `koanf:"render"`
	Page        Page               `koanf:"page"`
	Template    template.Settings  `koanf:"template"`
	Egress      egress.Config      `koanf:"egress"`
	Chrome      chrome.Config      `koanf:"chrome"`
	Wkhtmltopdf wkhtmltopdf.Config `koanf:"wkhtmltopdf"`
	Metrics     metrics.Config     `koanf:"metrics"`
	Log         Log                `koanf:"log"`
}

// The engines.
const (
	EngineChrome      = "chrome"
	EngineWkhtmltopdf = "wkhtmltopdf"
)

// Render bounds the documents under way and their results.
type Render struct {
	// Timeout is how long one document may take, its waiting included.
	Timeout time.Duration `koanf:"timeout"`
	// Concurrency is the number of documents rendered at once; 0: the number of CPUs.
	Concurrency int `koanf:"concurrency"`
	// Queue is the number of documents that may wait.
	Queue int `koanf:"queue"`
	// MaxPages and MaxPDF bound one result.
	MaxPages int             `koanf:"max_pages"`
	MaxPDF   domain.ByteSize `koanf:"max_pdf"`
}

// EffectiveConcurrency is the number of documents rendered at once.
func (r Render) EffectiveConcurrency() int {
	if r.Concurrency == 0 {
		return runtime.NumCPU()
	}
	return r.Concurrency
}

// Page is where things stand on the paper, as far as a document does not say.
type Page struct {
	// Margin is the distance from each edge of the paper to the content.
	Margin domain.Length `koanf:"margin"`
	// Edge is the distance from the paper's edge to a header or a footer.
	Edge domain.Length `koanf:"edge"`
	// Gap is the distance between a header or a footer and the content.
	Gap domain.Length `koanf:"gap"`
}

// Log says what is logged.
type Log struct {
	// Level is the least that is logged: debug, info, warn or error.
	Level string `koanf:"level"`
}

// Default gives the configuration of an empty file.
func Default() Config {
	return Config{
		Engine:      EngineChrome,
		HTTP:        httpapi.DefaultConfig(),
		Admin:       admin.DefaultConfig(),
		Auth:        keyfile.DefaultConfig(),
		RateLimit:   ratelimit.DefaultConfig(),
		Render:      Render{Timeout: time.Minute, Queue: 64, MaxPages: 2000, MaxPDF: 128 * domain.MiB},
		Page:        Page{Margin: 10 * domain.Millimetre, Edge: 5 * domain.Millimetre, Gap: 3 * domain.Millimetre},
		Template:    template.Default(),
		Egress:      egress.DefaultConfig(),
		Chrome:      chrome.DefaultConfig(),
		Wkhtmltopdf: wkhtmltopdf.DefaultConfig(),
		Metrics:     metrics.DefaultConfig(),
		Log:         Log{Level: "info"},
	}
}

// settle hands the engines what several keys say of them together.
func (c *Config) settle() {
	c.Chrome.Concurrency = c.Render.EffectiveConcurrency()
	c.Chrome.MaxPDF = c.Render.MaxPDF
	c.Wkhtmltopdf.MaxPDF = c.Render.MaxPDF
	c.Wkhtmltopdf.Concurrency = c.Render.EffectiveConcurrency()
}

// SetWorkFolder tells the engines where to make their files.
func (c *Config) SetWorkFolder(path string) {
	c.Chrome.WorkFolder = path
	c.Wkhtmltopdf.WorkFolder = path
}

// Validate names the first key whose value does not fit.
func (c Config) Validate() error {
	if c.Engine != EngineChrome && c.Engine != EngineWkhtmltopdf {
		return fmt.Errorf("engine: %q is neither %s nor %s", c.Engine, EngineChrome, EngineWkhtmltopdf)
	}
	for _, section := range []interface{ Validate() error }{
		c.HTTP, c.Admin, c.Auth, c.RateLimit, c.Render, c.Page, c.Template, c.Egress, c.Chrome, c.Wkhtmltopdf, c.Log,
	} {
		if err := section.Validate(); err != nil {
			return err
		}
	}
	if c.HTTP.MaxUndelivered < c.Render.MaxPDF {
		return fmt.Errorf("http.max_undelivered: %s is less than render.max_pdf, %s: the largest documents could not be delivered",
			c.HTTP.MaxUndelivered, c.Render.MaxPDF)
	}
	return nil
}

// Validate names the first key whose value does not fit.
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

// Validate names the first key whose value does not fit.
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

// Validate names the first key whose value does not fit.
func (l Log) Validate() error {
	switch l.Level {
	case "debug", "info", "warn", "error":
		return nil
	}
	return fmt.Errorf("log.level: %q is not debug, info, warn or error", l.Level)
}

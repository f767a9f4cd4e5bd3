package configs_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/wkhtmltopdf"
	"platen/domain"
)

// TestShadowEngine: the second engine has the settings of the first one's configuration, and those of its own.
func TestShadowEngine(t *testing.T) {
	for spec, want := range map[string]struct {
		name, engine, bin string
		kerning           domain.ByteSize
	}{
		"wkhtmltopdf":              {"wkhtmltopdf", "wkhtmltopdf", "", 7},
		"wkhtmltopdf,kerning=1KiB": {"wkhtmltopdf", "wkhtmltopdf", "", domain.KiB},
		"chrome,bin=/opt/chrome":   {"chrome-2", "chrome", "/opt/chrome", 7},
		"next=chrome,tagged=true":  {"next", "chrome", "", 7},
	} {
		c, err := load("", []string{"PLATEN_SHADOW_ENGINE=" + spec, "PLATEN_SHADOW_DIR=d", "PLATEN_WKHTMLTOPDF_KERNING=7"})
		require.NoError(t, err, spec)
		name, second, err := c.ShadowEngine()
		require.NoError(t, err, spec)
		require.Equal(t, want.name, name, spec)
		require.Equal(t, want.engine, second.Engine, spec)
		require.Equal(t, want.bin, chromeOf(second).Bin, spec)
		require.Equal(t, want.kerning, second.Engines["wkhtmltopdf"].(*wkhtmltopdf.Config).Kerning, spec)
		require.Empty(t, chromeOf(c).Bin, "the first engine has not changed")
		require.Empty(t, second.Shadow.Engine)
	}
}

// TestShadowSettings: what does not fit ends the start, and names the key.
func TestShadowSettings(t *testing.T) {
	for setting, message := range map[string]string{
		"ENGINE=prince":                 `shadow.engine: "prince" is no engine: write one of chrome, wkhtmltopdf`,
		"ENGINE=chrome":                 "shadow.engine: \"chrome\" is the engine of the service with the same settings",
		"ENGINE=next=chrome":            "with the same settings",
		"ENGINE=chrome,tagged=false":    "with the same settings",
		"ENGINE=chrome,speed=9":         `shadow.engine: chrome has no setting "speed"; it has bin, `,
		"ENGINE=chrome,tagged":          "write KEY=VALUE",
		"ENGINE=chrome,recycle=0":       "shadow.engine: chrome.recycle: 0 is not at least 1",
		"ENGINE=chrome,recycle=x":       `shadow.engine: chrome.recycle: "x" is not a whole number`,
		"ENGINE=a/b=chrome,tagged=true": `"a/b" is no name`,
		"ENGINE=chrome=wkhtmltopdf":     "the name chrome is that of the first engine",
		"SAMPLE=2":                      "shadow.sample: 2 is not between 0 and 1",
		"SAMPLE=NaN":                    "shadow.sample: NaN is not between 0 and 1",
		"SAMPLE=half":                   `shadow.sample: "half" is not a number`,
		"MAX_BYTES=1KiB":                "shadow.max_bytes: 1KiB is less than 1MiB",
		"DIR=":                          "shadow.dir: name the folder",
	} {
		environ := []string{"PLATEN_SHADOW_ENGINE=wkhtmltopdf", "PLATEN_SHADOW_DIR=d"}
		_, err := load("", append(environ, "PLATEN_SHADOW_"+setting))
		require.ErrorContains(t, err, message, setting)
	}
}

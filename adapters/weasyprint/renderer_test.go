package weasyprint_test

import (
	"os"
	"testing"

	"go.uber.org/goleak"
	"go.uber.org/zap/zaptest"

	"platen/adapters/weasyprint"
	"platen/ports"
	"platen/ports/rendertest"
	"platen/ports/rendertest/disarmed"
)

func TestMain(m *testing.M) {
	disarmed.Main(disarm)
	goleak.VerifyTestMain(m)
}

func TestConformance(t *testing.T) {
	rendertest.Run(t, func(t testing.TB, egress ports.Egress) ports.Engine {
		cfg := weasyprint.DefaultConfig()
		cfg.Concurrency = 2
		cfg.Python = os.Getenv("PLATEN_WEASYPRINT_PYTHON") // another version than the one on PATH
		return weasyprint.New(cfg, egress, zaptest.NewLogger(t))
	})
}

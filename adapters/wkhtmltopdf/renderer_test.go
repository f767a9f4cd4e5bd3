package wkhtmltopdf_test

import (
	"testing"

	"go.uber.org/goleak"
	"go.uber.org/zap/zaptest"

	"platen/adapters/wkhtmltopdf"
	"platen/ports"
	"platen/ports/rendertest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestConformance(t *testing.T) {
	rendertest.Run(t, func(t testing.TB, egress ports.Egress) ports.Engine {
		return wkhtmltopdf.New(wkhtmltopdf.DefaultConfig(), egress, zaptest.NewLogger(t))
	})
}

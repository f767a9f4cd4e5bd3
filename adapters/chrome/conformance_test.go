package chrome_test

import (
	"testing"

	"go.uber.org/zap/zaptest"

	"platen/ports"
	"platen/ports/rendertest"
)

func TestConformance(t *testing.T) {
	rendertest.Run(t, func(t testing.TB, egress ports.Egress) ports.Engine {
		return with(2).open(egress, zaptest.NewLogger(t))
	})
}

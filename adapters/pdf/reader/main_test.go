package reader_test

import (
	"os"
	"testing"

	"platen/adapters/internal/enginepdf"
)

func TestMain(m *testing.M) { os.Exit(enginepdf.Run(m)) }

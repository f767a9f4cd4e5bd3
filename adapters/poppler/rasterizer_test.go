package poppler_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/adapters/poppler"
	"platen/domain"
	"platen/ports"
	"platen/ports/machine"
	"platen/ports/pdfcheck/sample"
)

// open returns a Rasterizer on a machine that has poppler's programs.
func open(t testing.TB, config poppler.Config) *poppler.Rasterizer {
	t.Helper()
	for _, name := range []string{"pdftoppm", "pdftotext"} {
		machine.Program(t, name)
	}
	return poppler.New(config, inventory{})
}

// inventory reads nothing of PDFs without links.
type inventory struct{ ports.PDFReader }

func (inventory) Inventory(pdf []byte) (domain.Inventory, error) {
	if !bytes.Contains(pdf, []byte("/Link")) {
		return domain.Inventory{}, errors.New("damaged")
	}
	return domain.Inventory{Fonts: []string{"Helvetica"}}, nil
}

func (inventory) Pages(pdf []byte) ([]domain.PrintedPage, error) {
	if !bytes.Contains(pdf, []byte("/Rotate 90")) {
		return nil, errors.New("damaged")
	}
	return []domain.PrintedPage{{Size: domain.Size{Width: 842, Height: 595}}}, nil
}

func two() []byte {
	return sample.Pages(
		sample.Page{
			Content: sample.Text(72, 700, 12, "Hello you") + sample.Box(300, 400, 100, 100, 1, 0, 0),
			Links:   []sample.Link{{Rect: [4]float64{72, 700, 144, 720}, URI: "https://platen.example/a"}},
		},
		sample.Page{MediaBox: [4]float64{0, 0, 300, 200}, Content: sample.Text(10, 10, 10, "A&B")},
	)
}

func TestReadsWords(t *testing.T) {
	reading, err := open(t, poppler.DefaultConfig()).Read(t.Context(), two())
	require.NoError(t, err)
	require.Equal(t, "A sample", reading.Title)
	require.Equal(t, []string{"Helvetica"}, reading.Fonts)
	require.Len(t, reading.Pages, 2)
	require.Equal(t, domain.Size{Width: 300, Height: 200}, reading.Pages[1].Size)
	require.False(t, reading.Unread)
	damaged, err := open(t, poppler.DefaultConfig()).Read(t.Context(), sample.Pages(sample.Page{}))
	require.NoError(t, err)
	require.True(t, damaged.Unread)
	words := reading.Pages[0].Words
	require.Len(t, words, 2)
	require.Equal(t, "Hello", words[0].Text)
	require.Equal(t, "A&B", reading.Pages[1].Words[0].Text)
	require.InDelta(t, 72, words[0].Box.Left.Points(), 0.5)
	require.InDelta(t, 842-700, words[0].Box.Bottom.Points(), 5)
}

func TestDrawsPages(t *testing.T) {
	var pictures []*image.RGBA
	for picture, err := range open(t, poppler.DefaultConfig()).Pages(t.Context(), two(), 72) {
		require.NoError(t, err)
		pictures = append(pictures, picture)
	}
	require.Len(t, pictures, 2)
	require.Equal(t, image.Rect(0, 0, 595, 842), pictures[0].Bounds())
	require.Equal(t, image.Rect(0, 0, 300, 200), pictures[1].Bounds())
	require.Equal(t, color.RGBA{255, 0, 0, 255}, pictures[0].RGBAAt(350, 842-450))
	require.Equal(t, color.RGBA{255, 255, 255, 255}, pictures[0].RGBAAt(250, 842-450))
}

// A page is what its crop box shows.
func TestCropBox(t *testing.T) {
	pdf := sample.Pages(sample.Page{Entries: "/CropBox [70 600 370 800]", Content: sample.Text(72, 700, 12, "Hello") + sample.Text(400, 100, 12, "you")})
	reading, err := open(t, poppler.DefaultConfig()).Read(t.Context(), pdf)
	require.NoError(t, err)
	require.Equal(t, domain.Size{Width: 300, Height: 200}, reading.Pages[0].Size)
	require.Len(t, reading.Pages[0].Words, 1)
	require.InDelta(t, 2, reading.Pages[0].Words[0].Box.Left.Points(), 0.5)
	for picture, err := range open(t, poppler.DefaultConfig()).Pages(t.Context(), pdf, 72) {
		require.NoError(t, err)
		require.Equal(t, image.Rect(0, 0, 300, 200), picture.Bounds())
	}
}

func TestTurnedPage(t *testing.T) {
	reading, err := open(t, poppler.DefaultConfig()).Read(t.Context(), sample.Pages(sample.Page{Entries: "/Rotate 90"}))
	require.NoError(t, err)
	require.Equal(t, domain.Size{Width: 842, Height: 595}, reading.Pages[0].Size)
}

// pdftotext makes many words of one that stands askew.
func TestAskewWords(t *testing.T) {
	for _, down := range []float64{0.05, 0.34, -0.34} {
		content := fmt.Sprintf("BT /F1 24 Tf 0.94 %g %g 0.94 72 600 Tm (PAID INVOICE) Tj ET", -down, down)
		pdf := sample.Pages(sample.Page{Content: content})
		reading, err := open(t, poppler.DefaultConfig()).Read(t.Context(), pdf)
		require.NoError(t, err)
		require.Len(t, reading.Pages[0].Words, 2, down)
		require.Equal(t, "INVOICE", reading.Pages[0].Words[1].Text)
		require.Greater(t, reading.Pages[0].Words[1].Box.Width().Points(), 80.0)
	}
}

func TestDrawsRegions(t *testing.T) {
	box := domain.Rect{Left: 299, Top: 842 - 501, Right: 401, Bottom: 842 - 399} // a point around the red one
	picture, err := open(t, poppler.DefaultConfig()).Region(t.Context(), two(), 1, box, 144)
	require.NoError(t, err)
	require.Equal(t, image.Rect(0, 0, 204, 204), picture.Bounds())
	require.Equal(t, color.RGBA{255, 255, 255, 255}, picture.RGBAAt(0, 0))
	require.Equal(t, color.RGBA{255, 0, 0, 255}, picture.RGBAAt(3, 200))
	_, err = open(t, poppler.DefaultConfig()).Region(t.Context(), two(), 9, box, 144)
	require.Error(t, err)
}

// Leaving the loop ends pdftoppm, which waits for its output to be read.
func TestLeavingEarly(t *testing.T) {
	pages := make([]sample.Page, 300)
	for range open(t, poppler.DefaultConfig()).Pages(t.Context(), sample.Pages(pages...), 96) {
		break
	}
	for _, child := range children(t) {
		require.NotEqual(t, "pdftoppm", child)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var last error
	for _, err := range open(t, poppler.DefaultConfig()).Pages(ctx, sample.Pages(make([]sample.Page, 300)...), 96) {
		cancel()
		last = err
	}
	require.ErrorIs(t, last, context.Canceled)
}

// hostile PDFs exceed a bound, or are no PDFs.
func hostile() map[string][]byte {
	whole := two()
	noise := bytes.Repeat([]byte("\x00\xff(<[/"), 4096)
	return map[string][]byte{
		"empty":     nil,
		"HTML":      []byte("<!doctype html>"),
		"cut":       whole[:len(whole)/3],
		"noise":     append([]byte("%PDF-1.7\n"), noise...),
		"enormous":  sample.Pages(sample.Page{MediaBox: [4]float64{0, 0, 4e6, 4e6}, Content: sample.Box(0, 0, 4e6, 4e6, 1, 0, 0)}),
		"recursive": sample.File("", "<</Type /Catalog /Pages 2 0 R>>", "<</Type /Pages /Count 1 /Kids [2 0 R]>>"),
	}
}

func TestHostilePDFsAreBounded(t *testing.T) {
	config := poppler.DefaultConfig()
	rasterizer := open(t, config)
	for name, pdf := range hostile() {
		t.Run(name, func(t *testing.T) {
			_, unread := rasterizer.Read(t.Context(), pdf)
			var undrawn error
			for picture, err := range rasterizer.Pages(t.Context(), pdf, 96) {
				if undrawn = err; err == nil {
					require.LessOrEqual(t, picture.Bounds().Dx()*picture.Bounds().Dy(), config.MaxPixels)
				}
			}
			if name != "enormous" && name != "recursive" { // poppler can read those
				require.Error(t, unread)
				require.Error(t, undrawn)
			}
		})
	}
}

func TestPicturesAreBounded(t *testing.T) {
	config := poppler.DefaultConfig()
	config.MaxPixels = 1000
	var undrawn error
	for _, err := range open(t, config).Pages(t.Context(), two(), 96) {
		undrawn = err
	}
	require.ErrorContains(t, undrawn, "1000 allowed")
}

func TestTimeIsBounded(t *testing.T) {
	config := poppler.DefaultConfig()
	config.Timeout = 300 * time.Millisecond
	slow := sample.Pages(sample.Page{Content: strings.Repeat(sample.Box(0, 0, 595, 842, 1, 0, 0)+"/F1 1 Tf\n", 400_000)})
	var last error
	for _, err := range open(t, config).Pages(t.Context(), slow, 150) {
		last = err
	}
	require.ErrorContains(t, last, "pdftoppm printed nothing for 300ms")
}

// TestOnlyWaitingIsBounded: a tool is not ended for the time that its reader takes between two pages, as where those of a long document are
// compared.
func TestOnlyWaitingIsBounded(t *testing.T) {
	t.Parallel()
	config := poppler.DefaultConfig()
	config.Timeout = 5 * time.Second // enough for a blank page on any machine
	pages := 0
	for _, err := range open(t, config).Pages(t.Context(), sample.Pages(make([]sample.Page, 30)...), 96) {
		require.NoError(t, err)
		if pages++; pages == 1 {
			<-time.After(config.Timeout + time.Second/2)
		}
	}
	require.Equal(t, 30, pages)
}

func TestTextIsBounded(t *testing.T) {
	config := poppler.DefaultConfig()
	config.MaxText = domain.KiB
	var content strings.Builder
	for line := range 80 {
		content.WriteString(sample.Text(20, float64(10*line), 9, fmt.Sprintf("line %d of many", line)))
	}
	_, err := open(t, config).Read(t.Context(), sample.Pages(sample.Page{Content: content.String()}))
	require.ErrorContains(t, err, "1KiB")
}

// children are the names of this process's children.
func children(t *testing.T) (names []string) {
	t.Helper()
	entries, err := os.ReadDir("/proc")
	require.NoError(t, err)
	for _, entry := range entries {
		stat, err := os.ReadFile("/proc/" + entry.Name() + "/stat")
		if err != nil {
			continue // not a process, or an ended one
		}
		name := string(stat[bytes.IndexByte(stat, '(')+1 : bytes.LastIndexByte(stat, ')')])
		fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
		if fields[1] == fmt.Sprint(os.Getpid()) && fields[0] != "Z" {
			names = append(names, name)
		}
	}
	return names
}

func FuzzRead(f *testing.F) {
	f.Add(two())
	for _, pdf := range hostile() {
		f.Add(pdf)
	}
	config := poppler.DefaultConfig()
	config.Timeout = 5 * time.Second
	rasterizer := open(f, config)
	f.Fuzz(func(t *testing.T, pdf []byte) {
		reading, err := rasterizer.Read(t.Context(), pdf)
		if err == nil {
			require.NotEmpty(t, reading.Pages)
		}
	})
}

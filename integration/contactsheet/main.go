// Command contactsheet prints the headers of forms.json on every engine and leaves one picture of them all, to be looked at:
// each row shows the top of a page as the engines print it. "make pictures" runs it from the top of the tree.
package main

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	registry "platen/adapters/engines"
)

//go:embed forms.json
var forms []byte

// form is a header to look at. What it paints is held by a test of package headerfooter.
type form struct{ Name, Header string }

const (
	// columns of forms stand side by side.
	columns = 4
	// width and height of a cell are in pixels, at 32 to an inch.
	resolution, width, height = "32", 265, 72
	body                      = `<!doctype html><style>body{font:10pt "DejaVu Sans";margin:0}</style><p>The first words of the body.</p><p>More of them.</p>`
)

func main() {
	program := flag.String("platen", "bin/platen", "the built `program`")
	output := flag.String("o", "integration/demo/headers.png", "the `file` to leave")
	flag.Parse()
	if err := run(*program, *output, registry.All().Names()); err != nil {
		fmt.Fprintln(os.Stderr, "contactsheet:", err)
		os.Exit(1)
	}
}

func run(program, output string, engines []string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	var all []form
	if err := json.Unmarshal(forms, &all); err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "contactsheet")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	rows := (len(all)*len(engines) + columns - 1) / columns
	sheet := image.NewRGBA(image.Rect(0, 0, columns*(width+2), rows*(height+2)))
	draw.Draw(sheet, sheet.Bounds(), image.NewUniform(color.Gray{0x60}), image.Point{}, draw.Src)
	at := 0
	for _, f := range all {
		for _, engine := range engines {
			page, err := paint(ctx, program, engine, f, folder)
			if err != nil {
				return fmt.Errorf("%s on %s: %w", f.Name, engine, err)
			}
			corner := image.Pt(at%columns*(width+2), at/columns*(height+2))
			draw.Draw(sheet, image.Rectangle{corner, corner.Add(image.Pt(width, height))}, page, image.Point{}, draw.Src)
			at++
		}
	}
	var out bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, sheet); err != nil {
		return err
	}
	return os.WriteFile(output, out.Bytes(), 0o600)
}

// paint prints a form on an engine and gives a picture of its first page.
func paint(ctx context.Context, program, engine string, f form, folder string) (image.Image, error) {
	request, err := json.Marshal(map[string]string{"html": body, "headerHtml": f.Header})
	if err != nil {
		return nil, err
	}
	from, pdf, picture := filepath.Join(folder, "request.json"), filepath.Join(folder, "out.pdf"), filepath.Join(folder, "page")
	if err := os.WriteFile(from, request, 0o600); err != nil {
		return nil, err
	}
	render := exec.CommandContext(ctx, program, "render", "-f", from, "-o", pdf)
	render.Env = append(os.Environ(), "PLATEN_ENGINE="+engine)
	if said, err := render.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, said)
	}
	if said, err := exec.CommandContext(ctx, "pdftoppm", "-png", "-singlefile", "-r", resolution, pdf, picture).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("paint the page: %w: %s", err, said)
	}
	content, err := os.ReadFile(picture + ".png")
	if err != nil {
		return nil, err
	}
	return png.Decode(bytes.NewReader(content))
}

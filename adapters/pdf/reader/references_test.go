package reader_test

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/internal/enginepdf"
	"platen/adapters/pdf/reader"
	"platen/domain"
	"platen/ports/machine"
	"platen/ports/pdfcheck/sample"
)

// packed rewrites a PDF with qpdf, with object streams and a cross-reference stream.
func packed(t testing.TB, pdf []byte) []byte {
	t.Helper()
	from, to := filepath.Join(t.TempDir(), "from.pdf"), filepath.Join(t.TempDir(), "to.pdf")
	require.NoError(t, os.WriteFile(from, pdf, 0o600))
	out, err := exec.CommandContext(t.Context(), machine.Program(t, "qpdf"), "--object-streams=generate", from, to).CombinedOutput()
	require.NoError(t, err, "%s; the Debian package is qpdf", out)
	content, err := os.ReadFile(to)
	require.NoError(t, err)
	require.NotContains(t, string(content), "\nxref")
	return content
}

func TestReadsObjectStreams(t *testing.T) {
	var pages []sample.Page
	for n := range 95 {
		pages = append(pages, sample.Page{Links: []sample.Link{{Rect: [4]float64{100, 700, 150, 720}, URI: fmt.Sprintf("https://platen.example/(%d)", n)}}})
	}
	files := map[string][]byte{
		"sample": sample.Pages(pages...),
		"chrome": enginepdf.Chrome(t, `<p>one</p><p style="page-break-before:always"><a href="https://platen.example/">two</a></p>`),
	}
	for name, plain := range files {
		t.Run(name, func(t *testing.T) {
			want, err := reader.Reader{}.Pages(plain)
			require.NoError(t, err)
			require.NotEmpty(t, want[len(want)-1].Links)
			got, err := reader.Reader{}.Pages(packed(t, plain))
			require.NoError(t, err)
			require.Equal(t, want, got)
		})
	}
}

// An update at the end of a file replaces the places of objects.
func TestReadsUpdates(t *testing.T) {
	const before = "[0 0 100 200]"
	file := sample.File("", "<</Type /Catalog /Pages 2 0 R>>", "<</Type /Pages /Count 1 /Kids [3 0 R]>>", "<</Type /Page /MediaBox "+before+">>")
	previous := bytes.Index(file, []byte("xref\n"))
	at := len(file)
	file = append(file, "3 0 obj\n<</Type /Page /MediaBox [0 0 300 400]>>\nendobj\n"...)
	table := len(file)
	file = fmt.Appendf(file, "xref\n3 1\n%010d 00000 n \ntrailer\n<</Size 4 /Root 1 0 R /Prev %d>>\nstartxref\n%d\n%%%%EOF\n", at, previous, table)
	pages, err := reader.Reader{}.Pages(file)
	require.NoError(t, err)
	require.Equal(t, []domain.PrintedPage{{Size: domain.Size{Width: 300, Height: 400}}}, pages)
}

// crossReferenced is a file of one page whose tree is in an object stream; the arguments change its parts.
func crossReferenced(table func([]byte) []byte, entries, objects string) []byte {
	var out bytes.Buffer
	out.WriteString("%PDF-1.5\n")
	deflated := func(content []byte) string {
		var b bytes.Buffer
		z := zlib.NewWriter(&b)
		_, _ = z.Write(content)
		_ = z.Close()
		return b.String()
	}
	offsets := map[int]int{}
	stream := func(number int, entries string, content []byte) {
		offsets[number] = out.Len()
		data := deflated(content)
		fmt.Fprintf(&out, "%d 0 obj\n<</Length %d /Filter /FlateDecode %s>>\nstream\n%s\nendstream\nendobj\n", number, len(data), entries, data)
	}
	parts := strings.Split(objects, "|")
	var index, joined string
	for i, part := range parts {
		index += fmt.Sprintf("%d %d ", i+1, len(joined))
		joined += part + " "
	}
	stream(8, fmt.Sprintf("/Type /ObjStm /N %d /First %d", len(parts), len(index)), []byte(index+joined))
	rows := make([]byte, 0, 70)
	row := func(kind byte, offset, index int) {
		rows = append(rows, kind)
		rows = binary.BigEndian.AppendUint32(rows, uint32(offset))
		rows = binary.BigEndian.AppendUint16(rows, uint16(index))
	}
	row(0, 0, 0)
	for n := 1; n <= 7; n++ {
		row(2, 8, n-1)
	}
	row(1, offsets[8], 0)
	row(1, out.Len(), 0)
	start := out.Len()
	stream(9, "/Type /XRef /Size 10 /Root 1 0 R "+entries, table(rows))
	fmt.Fprintf(&out, "startxref\n%d\n%%%%EOF\n", start)
	return out.Bytes()
}

const (
	goodEntries = "/W [1 4 2]"
	goodObjects = "<</Type /Catalog /Pages 2 0 R>>|<</Count 1 /Kids [3 0 R]>>|<</MediaBox 4 0 R>>|[0 0 100 200]"
)

func same(table []byte) []byte { return table }

func TestReadsPredictors(t *testing.T) {
	for kind, encode := range map[byte]func(i int, row, previous []byte) byte{
		0: func(i int, row, _ []byte) byte { return row[i] },
		2: func(i int, row, previous []byte) byte { return row[i] - previous[i] },
	} {
		pages, err := reader.Reader{}.Pages(crossReferenced(func(table []byte) []byte {
			var out []byte
			previous := make([]byte, 7)
			for ; len(table) >= 7; table = table[7:] {
				out = append(out, kind)
				for i := range 7 {
					out = append(out, encode(i, table, previous))
				}
				previous = table[:7]
			}
			return out
		}, goodEntries+" /DecodeParms <</Predictor 12 /Columns 7>>", goodObjects))
		require.NoError(t, err)
		require.Len(t, pages, 1)
	}
}

// hostileReferences would keep a careless reader busy, or exhaust its memory.
func hostileReferences() map[string][]byte {
	return map[string][]byte{
		"bomb":                  crossReferenced(func(table []byte) []byte { return append(table, make([]byte, 4<<20)...) }, goodEntries, goodObjects),
		"bomb of objects":       crossReferenced(same, goodEntries, goodObjects+"|"+strings.Repeat(" ", 4<<20)),
		"no widths":             crossReferenced(same, "", goodObjects),
		"widths of nothing":     crossReferenced(same, "/W [0 0 0]", goodObjects),
		"widths enormous":       crossReferenced(same, "/W [1 4000000000 2]", goodObjects),
		"widths negative":       crossReferenced(same, "/W [1 -4 2]", goodObjects),
		"index enormous":        crossReferenced(same, goodEntries+" /Index [0 4000000000]", goodObjects),
		"index from afar":       crossReferenced(same, goodEntries+" /Index [4000000000 10]", goodObjects),
		"index of nothing":      crossReferenced(same, goodEntries+" /Index [(x) /y]", goodObjects),
		"previous is itself":    crossReferenced(same, goodEntries+" /Prev 1000", goodObjects),
		"unknown filter":        crossReferenced(same, goodEntries+" /Filter /LZWDecode", goodObjects),
		"predictor enormous":    crossReferenced(same, goodEntries+" /DecodeParms <</Predictor 12 /Columns 4000000000>>", goodObjects),
		"object in itself":      crossReferenced(func(table []byte) []byte { copy(table[8*7:], []byte{2, 0, 0, 0, 8, 0, 0}); return table }, goodEntries, goodObjects),
		"references in circles": crossReferenced(same, goodEntries, "<</Type /Catalog /Pages 2 0 R>>|3 0 R|2 0 R"),
		"deep arrays":           crossReferenced(same, goodEntries, "<</Type /Catalog /Pages 2 0 R>>|<</Count "+strings.Repeat("[", 10_000)),
	}
}

func TestHostileReferences(t *testing.T) {
	for name, pdf := range hostileReferences() {
		t.Run(name, func(t *testing.T) {
			_, err := reader.Reader{}.Pages(pdf)
			require.Error(t, err)
			if strings.HasPrefix(name, "bomb") { // its author is told what to do
				require.Contains(t, domain.AsError(err).Message, "make it simpler")
			}
		})
	}
	pages, err := reader.Reader{}.Pages(crossReferenced(same, goodEntries, goodObjects))
	require.NoError(t, err)
	require.Equal(t, []domain.PrintedPage{{Size: domain.Size{Width: 100, Height: 200}}}, pages)
}

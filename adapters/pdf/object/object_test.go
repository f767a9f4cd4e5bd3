package object_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"platen/adapters/pdf/object"
	"platen/ports/machine"
	"platen/ports/pdfcheck"
	"platen/ports/pdfcheck/sample"
)

// value generates values of all kinds that are not streams.
func value(depth int) *rapid.Generator[any] {
	kinds := []*rapid.Generator[any]{
		rapid.Just[any](nil), rapid.Bool().AsAny(), rapid.Float64Range(-1e18, 1e18).AsAny(), rapid.Float64Range(-1, 1).AsAny(),
		rapid.Map(rapid.IntRange(-1e6, 1e6), func(n int) any { return float64(n) }),
		rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) any { return object.String(b) }),
		rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) any { return object.Name(b) }),
		rapid.Map(rapid.IntRange(1, 9), func(n int) any { return object.Ref(n) }),
	}
	if depth > 0 {
		kinds = append(kinds,
			rapid.Map(rapid.SliceOfN(value(depth-1), 0, 5), func(all []any) any { return append(object.Array{}, all...) }),
			rapid.Map(rapid.MapOfN(rapid.StringN(0, 5, 9), value(depth-1), 0, 5), func(all map[string]any) any {
				d := object.Dict{}
				for key, v := range all {
					if v != nil { // which is no entry
						d[object.Name(key)] = v
					}
				}
				return d
			}))
	}
	return rapid.OneOf(kinds...)
}

// TestValuesAreReadAsWritten writes values of all kinds into an object stream and a stream's dictionary, and reads them again.
func TestValuesAreReadAsWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f, err := object.Open(sample.Pages(sample.Page{}))
		require.NoError(t, err)
		want, data := value(4).Draw(t, "value"), rapid.SliceOfN(rapid.Byte(), 0, 500).Draw(t, "data")
		d := object.Dict{"Array": object.Array{want}}
		f.SetTrailer("Info", object.Dict{"Direct": d, "Stream": f.Add(object.NewStream(object.Dict{"Array": object.Array{want}}, data))})
		written, err := f.Write()
		require.NoError(t, err)
		again, err := f.Write()
		require.NoError(t, err)
		require.Equal(t, written, again, "the same changes")

		f, err = object.Open(written)
		require.NoError(t, err)
		require.Equal(t, d, f.Info()["Direct"])
		s := f.Get(f.Info()["Stream"]).(object.Stream)
		require.Equal(t, object.Array{want}, s.Dict["Array"])
		require.True(t, bytes.Equal(data, f.Decode(s)))
		require.NoError(t, f.Err())
	})
}

// TestWrite: what qpdf makes of a file, with streams or tables of cross-references, keeps its pages, links, text and metadata.
func TestWrite(t *testing.T) {
	plain := sample.Pages(
		sample.Page{Content: sample.Text(72, 600, 12, "one"), Links: []sample.Link{{Rect: sample.A4, URI: "https://platen.example/(a)"}}},
		sample.Page{Content: sample.Text(72, 600, 12, "two"), Entries: "% a comment\n/Rotate 90"})
	for name, options := range map[string][]string{
		"tables": {"--object-streams=disable"}, "streams": {"--object-streams=generate"}, "linearized": {"--linearize"},
		"uncompressed": {"--qdf"},
	} {
		t.Run(name, func(t *testing.T) {
			from, to := filepath.Join(t.TempDir(), "from.pdf"), filepath.Join(t.TempDir(), "to.pdf")
			require.NoError(t, os.WriteFile(from, plain, 0o600))
			out, err := exec.CommandContext(t.Context(), machine.Program(t, "qpdf"), append(options, from, to)...).CombinedOutput()
			require.NoError(t, err, "%s", out)
			content, err := os.ReadFile(to)
			require.NoError(t, err)
			pdfcheck.In(t, rewritten(t, content), pdfcheck.Whole(), pdfcheck.Sound(), pdfcheck.Pages(2), pdfcheck.Title("A sample"),
				pdfcheck.TextOn(1, "one"), pdfcheck.TextOn(2, "two"), pdfcheck.Links(1, "https://platen.example/(a)"))
		})
	}
}

func rewritten(t *testing.T, content []byte) []byte {
	f, err := object.Open(content)
	require.NoError(t, err)
	written, err := f.Write()
	require.NoError(t, err)
	return written
}

// TestHybridFile: objects that only the stream of cross-references has are found (ISO 32000-1, 7.5.8.4).
func TestHybridFile(t *testing.T) {
	file := sample.File("/XRefStm 00000", "<</Type /Catalog /Pages 2 0 R>>", "<</Type /Pages /Count 1 /Kids [3 0 R]>>", "")
	_, err := object.Open(file)
	require.Error(t, err)
	before, rest, _ := bytes.Cut(file, []byte("xref\n"))
	table := len(before)
	file = fmt.Appendf(nil, "%s3 0 obj\n<</Type /Page /Parent 2 0 R /MediaBox [0 0 9 9]>>\nendobj\n", before)
	stream := len(file)
	file = append(file, "4 0 obj\n<</Type /XRef /Size 4 /W [1 2 1] /Index [3 1] /Length 4>>\nstream\n\x01"...)
	file = append(file, byte(table>>8), byte(table), 0)
	file = append(file, "\nendstream\nendobj\n"...)
	moved := fmt.Sprintf("startxref\n%d", len(file))
	file = append(append(file, "xref\n"...), rest...)
	file = bytes.Replace(file, []byte("/XRefStm 00000"), fmt.Appendf(nil, "/XRefStm %05d", stream), 1)
	file = bytes.Replace(file, fmt.Appendf(nil, "startxref\n%d", table), []byte(moved), 1)
	pdfcheck.In(t, rewritten(t, file), pdfcheck.Sound(), pdfcheck.Pages(1))
}

// TestUnreferencedObjectsAreLeftOut: so what was removed is in no object of the file.
func TestUnreferencedObjectsAreLeftOut(t *testing.T) {
	file := sample.File("", "<</Type /Catalog /Pages 2 0 R>>", "<</Type /Pages /Count 1 /Kids [3 0 R]>>",
		"<</Type /Page /Parent 2 0 R /MediaBox [0 0 9 9]>>", "<</Secret (removed)>>")
	pdfcheck.In(t, rewritten(t, file), pdfcheck.Sound(), pdfcheck.NoTrace("removed"))
}

// TestWriteIsBounded: what is written grows with the file, not with the numbers in it, and not with the references.
func TestWriteIsBounded(t *testing.T) {
	far := string(sample.File("", "<</Type /Catalog /Pages 8000000 0 R>>", "<</Type /Pages>>"))
	far = strings.Replace(far, "2 0 obj", "8000000 0 obj", 1)
	// The entry of object 2 moves to a section of its own; the offsets stay, but for startxref.
	body, rest, _ := strings.Cut(far, "xref\n0 3\n")
	entries := strings.SplitAfterN(rest, "\n", 4)
	trailer, _, _ := strings.Cut(entries[3], "startxref")
	offset := strings.Index(body, "8000000 0 obj\n<</Type /Pages")
	far = fmt.Sprintf("%sxref\n0 2\n%s%s8000000 1\n%010d 00000 n \n%sstartxref\n%d\n%%%%EOF\n", body, entries[0], entries[1], offset, trailer, len(body))
	require.Less(t, len(rewritten(t, []byte(far))), 1000)

	// Each object is a string with the next object in it.
	const last = 400
	var nested strings.Builder
	for n := 3; n <= last; n++ {
		fmt.Fprintf(&nested, "(%d 0 obj\n", n)
	}
	objects := []string{"<</Type /Catalog /All [" + references(2, last) + "]>>", nested.String() + "()" + strings.Repeat(")", last-2)}
	overlapping := string(sample.File("", append(objects, make([]string, last-2)...)...))
	for n := 3; n <= last; n++ {
		place := fmt.Sprintf("%010d 00000 n", strings.Index(overlapping, fmt.Sprintf("(%d 0 obj", n))+1)
		overlapping = strings.Replace(overlapping, "0000000000 00000 f", place, 1)
	}
	f, err := object.Open([]byte(overlapping))
	require.NoError(t, err)
	require.NotNil(t, f.Get(object.Ref(last-1)))
	_, err = f.Write()
	require.ErrorContains(t, err, "without end") // as soon as it would copy more bytes than the file has
}

// TestReadingIsBounded: what stands before an object counts each time that the object is read.
func TestReadingIsBounded(t *testing.T) {
	const blanks = 1 << 20
	file := string(sample.File("", "<</Type /Catalog /All 2 0 R>>", strings.Repeat(" ", blanks)+"3"))
	place := strings.Index(file, "2 0 obj")
	file = strings.Replace(file, "2 0 obj\n"+strings.Repeat(" ", blanks), strings.Repeat(" ", blanks)+"2 0 obj\n", 1)
	require.Equal(t, place+blanks, strings.Index(file, "2 0 obj"))
	f, err := object.Open([]byte(file))
	require.NoError(t, err)
	for range 1000 {
		f.Get(object.Ref(2))
	}
	require.ErrorContains(t, f.Err(), "without end")
}

// TestMalformedObjectsAreNotCopied: an object that cannot be read is no part of what is written.
func TestMalformedObjectsAreNotCopied(t *testing.T) {
	for _, malformed := range []string{"]", ">>", "<</A keyword>>", "<</A [1 endstream]>>", strings.Repeat("[", 100) + strings.Repeat("]", 100)} {
		f, err := object.Open(sample.File("", "<</Type /Catalog /All 2 0 R>>", malformed))
		require.NoError(t, err, malformed)
		_, err = f.Write()
		require.Error(t, err, malformed)
	}
}

func references(from, to int) string {
	var all strings.Builder
	for n := from; n < to; n++ {
		fmt.Fprintf(&all, "%d 0 R ", n)
	}
	return all.String()
}

// FuzzWrite: what can be written can be read again, and has the same catalog.
func FuzzWrite(f *testing.F) {
	f.Add(sample.Pages(sample.Page{Links: []sample.Link{{Rect: sample.A4, URI: "x"}}}))
	f.Add(sample.File("/ID [<00> (a)]", "<</A [/B#20 (c\\)) <0> true null -.5 +1]>>"))
	f.Fuzz(func(t *testing.T, content []byte) {
		file, err := object.Open(content)
		if err != nil {
			return
		}
		written, err := file.Write()
		if err != nil {
			return
		}
		again, err := object.Open(written)
		require.NoError(t, err)
		want, got := file.Dict(file.Catalog()["Pages"]), again.Dict(again.Catalog()["Pages"])
		if file.Err() == nil { // malformed objects are copied as they are
			require.NoError(t, again.Err())
			require.Equal(t, want, got)
		}
	})
}

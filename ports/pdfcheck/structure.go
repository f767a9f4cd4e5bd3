package pdfcheck

import (
	"bytes"
	"fmt"
)

// Whole checks that a file begins and ends as a PDF does.
func Whole() Check {
	return func(f *File) error {
		if !bytes.HasPrefix(f.content, []byte("%PDF-")) || !bytes.HasSuffix(bytes.TrimRight(f.content, "\r\n"), []byte("%%EOF")) {
			return fmt.Errorf("not whole: %d bytes, from %.10q to %.10q", len(f.content), f.content, f.content[max(0, len(f.content)-10):])
		}
		return nil
	}
}

// Sound checks that qpdf reports no error and no warning.
func Sound() Check {
	return func(f *File) error {
		out, err := f.run("qpdf --check PDF")
		if err != nil {
			return fmt.Errorf("%w: %s", err, cut(string(out)))
		}
		return nil
	}
}

// NoTrace checks that no object of the file, compressed or not, contains any of these byte strings, for example paths.
func NoTrace(needles ...string) Check {
	return func(f *File) error {
		plain, err := f.uncompressed()
		for _, n := range needles {
			if i := bytes.Index(plain, []byte(n)); i >= 0 {
				return fmt.Errorf("holds %q, in %q", n, plain[max(0, i-40):min(len(plain), i+len(n)+40)])
			}
		}
		return err
	}
}

// uncompressed returns the file with all streams decompressed.
func (f *File) uncompressed() ([]byte, error) {
	return f.run("qpdf --warning-exit-0 --qdf --object-streams=disable PDF -")
}

// Count counts how often a text stands in the file's objects and streams.
func (f *File) Count(text string) (int, error) {
	plain, err := f.uncompressed()
	return bytes.Count(plain, []byte(text)), err
}

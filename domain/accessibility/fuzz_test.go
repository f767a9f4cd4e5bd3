package accessibility_test

import (
	"testing"

	"platen/domain/accessibility"
)

// FuzzCheck: whatever the document, findings are in order and at tags of it.
func FuzzCheck(f *testing.F) {
	f.Add("<svg><title/><rect></svg><table><td><img></table></svg>")
	f.Add("<object data=x><h6><li hidden><li></object><img")
	f.Fuzz(func(t *testing.T, document string) {
		found, err := accessibility.Check(t.Context(), document)
		if err != nil {
			t.Fatal(err)
		}
		for i, finding := range found {
			if i > 0 && finding.Rule <= found[i-1].Rule || len(finding.Offsets) == 0 {
				t.Fatalf("%v", found)
			}
			last := 0
			for _, offset := range finding.Offsets {
				if offset < last || offset > 0 && document[offset] != '<' {
					t.Fatalf("%v at %d", finding, offset)
				}
				last = offset + 1
			}
		}
	})
}

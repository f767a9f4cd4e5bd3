package comparereport_test

import (
	"fmt"
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/comparereport"
	"platen/domain/comparison"
)

// TestPicturesOfAnyName: documents of any name have pictures that the page finds, and none leaves the folder.
func TestPicturesOfAnyName(t *testing.T) {
	outside := t.TempDir()
	folder := filepath.Join(outside, "report")
	writer, err := comparereport.New(folder)
	require.NoError(t, err)
	defer func() { _ = writer.Close() }()
	names := []string{"Müller & Söhne (2)", "my invoice", "日本", "2025/invoice", "2026/invoice", "100% #1?", `a"<b>&'`, "..", ".", "../../x", "/etc/x", "README.txt",
		strings.Repeat("x", 250)}
	report := summary()
	report.Report.Documents = nil
	for _, name := range names {
		for _, engine := range []string{"a", "b"} {
			require.NoError(t, writer.Picture(comparison.Picture{Document: name, Engine: engine, Page: 1, Kind: comparison.DrawnPage,
				Image: image.NewRGBA(image.Rect(0, 0, 21, 30))}), name)
		}
		document := summary().Report.Documents[0]
		document.Name = name
		report.Report.Documents = append(report.Report.Documents, document)
	}
	require.NoError(t, writer.Finish(report))
	for _, name := range names[:5] {
		require.FileExists(t, filepath.Join(folder, "pages", name, "b-1.png"))
	}
	require.FileExists(t, filepath.Join(folder, "pages", "README.txt"))
	entries, err := os.ReadDir(outside)
	require.NoError(t, err)
	require.Len(t, entries, 1, "%v", entries)

	page := openFolder(t, folder)
	waitFor(t, page, "document.querySelectorAll('#documents tbody tr').length === 13")
	waitFor(t, page, "(document.querySelectorAll('#documents img').forEach(i => i.loading = 'eager'), true)")
	waitFor(t, page, "[...document.querySelectorAll('#documents img')].every(i => i.complete)")
	broken, err := page.Eval(`() => [...document.querySelectorAll('#documents img')].filter(i => !i.naturalWidth).map(i => i.src).join(" ")`)
	require.NoError(t, err)
	require.Empty(t, broken.Value.Str())
	for _, name := range []string{"日本", "2026/invoice", `a"<b>&'`} {
		_, err := page.Eval(`name => [...document.querySelectorAll('#documents .name a')].find(a => a.textContent === name).click()`, name)
		require.NoError(t, err)
		waitFor(t, page, "document.getElementById('where').textContent.includes(`"+name+"`) && document.querySelector('#stage img')?.naturalWidth > 0")
		_, err = page.Eval(`() => document.getElementById("back").click()`)
		require.NoError(t, err)
	}
}

// TestOneRowForATemplate: renderings of one template are one row that opens, with the worst in front.
func TestOneRowForATemplate(t *testing.T) {
	folder := t.TempDir()
	writer, err := comparereport.New(folder)
	require.NoError(t, err)
	defer func() { _ = writer.Close() }()
	report := summary()
	one := report.Report.Documents[0]
	report.Report.Documents = nil
	for i, template := range []string{"t1", "t1", "t2", "t1", ""} {
		d := one
		d.Name, d.Template, d.RequestID = fmt.Sprint("time", i), template, fmt.Sprint("id-", i)
		d.Comparisons = []comparison.Comparison{{Engine: "b", Score: float64(10 * i), Verdict: comparison.Different, Reasons: []string{"moved"}}}
		report.Report.Documents = append(report.Report.Documents, d)
	}
	require.NoError(t, writer.Finish(report))
	page := openFolder(t, folder)
	names := func(want string) {
		waitFor(t, page, `[...document.querySelectorAll('#documents .name a')].map(a => a.textContent).join() === "`+want+`"`)
	}
	names("time4,time3,time2")
	waitFor(t, page, `document.getElementById("count").textContent === "5 of 5"`)
	waitFor(t, page, `[...document.querySelectorAll(".unfold")].map(b => b.textContent).join() === "2 more of this template"`)
	_, err = page.Eval(`() => document.querySelector(".unfold").click()`)
	require.NoError(t, err)
	names("time4,time3,time1,time0,time2")
	waitFor(t, page, `document.activeElement.ariaExpanded === "true"`)
	_, err = page.Eval(`() => document.activeElement.click()`)
	require.NoError(t, err)
	names("time4,time3,time2")
	_, err = page.Eval(`() => document.querySelector("#documents .name a").click()`)
	require.NoError(t, err)
	waitFor(t, page, `document.getElementById("numbers").textContent.includes("id-4")`)
}

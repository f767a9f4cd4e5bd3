package template_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/domain/template"
)

const body = 5 << 20 // the default limit of a request's body

// hostile are requests whose time must stay linear. Each is about as large as a body may be.
func hostile(tb testing.TB) map[string]domain.Request {
	deep := strings.Repeat(`{"a":`, 9_990) + `"x"` + strings.Repeat("}", 9_990)
	deepPaths := strings.Repeat("{{a"+strings.Repeat(".a", 9_980)+"}}", body/2/20_000)
	var items strings.Builder
	for i := range 1_000_000 {
		fmt.Fprintf(&items, "{{a.%d}}", i)
	}
	var prefixes strings.Builder
	for i := 1; i <= 1500; i++ {
		prefixes.WriteString("{{a" + strings.Repeat(".a", i) + "}}")
	}
	names := make([]string, 400_000)
	for i := range names {
		names[i] = fmt.Sprintf(`"%d":1`, i)
	}
	core := "[" + strings.Repeat("1,", body/4) + "1]"
	one := data(tb, `{"a":"x"}`)
	return map[string]domain.Request{
		"openings":                {HTML: strings.Repeat("{{", body/2), Data: one},
		"closings":                {HTML: strings.Repeat("}}", body/2), Data: one},
		"openings then closings":  {HTML: strings.Repeat("{", body/2) + strings.Repeat("}", body/2), Data: one},
		"alternating":             {HTML: strings.Repeat("{{ }", body/4), Data: one},
		"a million placeholders":  {HTML: strings.Repeat("{{a}}", 1_000_000), Data: one},
		"a million without value": {HTML: strings.Repeat("{{b}}", 1_000_000), Data: one},
		"one long name":           {HTML: "{{" + strings.Repeat("a.", body/2) + "}}", Data: one},
		"many names":              {HTML: strings.Repeat("{{399999}}", body/10), Data: data(tb, "{"+strings.Join(names, ",")+"}")},
		"a million elements":      {HTML: items.String(), Data: data(tb, `{"a":[`+strings.Repeat("1234,", 999_999)+"1]}")},
		"many small containers":   {HTML: "{{a.0}}{{a.1000000}}", Data: data(tb, `{"a":[`+strings.Repeat("[],", body/3)+"[]]}")},
		"deep paths":              {HTML: deepPaths, Data: data(tb, deep)},
		"deep paths to nothing":   {HTML: strings.ReplaceAll(deepPaths, "a}}", "b}}"), Data: data(tb, deep)},
		"deep over a large core":  {HTML: "{{a" + strings.Repeat(".a", 9_980) + ".0}}", Data: data(tb, strings.Repeat(`{"a":`, 9_981)+core+strings.Repeat("}", 9_981))},
		// Each prefix is an object with megabytes of blanks at its core.
		"blanks in containers": {HTML: prefixes.String(), Data: data(tb, strings.Repeat(`{"a":`, 1600)+"{"+strings.Repeat(" ", body/2)+"}"+strings.Repeat("}", 1600))},
		// Each byte of the value is an escape of several bytes.
		"escaped values": {HTML: strings.Repeat("{{a}}", 15), Data: data(tb, `{"a":"`+strings.Repeat(`\u0041`, body/2/6)+`"}`)},
	}
}

// If one of these were quadratic, the test would reach its deadline: 5 MB squared takes hours.
func TestFillIsLinear(t *testing.T) {
	for name, r := range hostile(t) {
		t.Run(name, func(t *testing.T) {
			_, _, err := template.Settings{MaxSize: 64 * domain.MiB}.Fill(r)
			require.NoError(t, err)
		})
	}
}

// A result of a terabyte, requested with 5 MB, is refused before memory is allocated for it.
func TestFillRefusesABomb(t *testing.T) {
	for name, value := range map[string]string{
		"a string":          `"` + strings.Repeat("x", body/2) + `"`,
		"an escaped string": `"` + strings.Repeat("x", body/2) + `\n"`,
		"an array":          "[" + strings.Repeat("1,", body/4) + "1]",
	} {
		t.Run(name, func(t *testing.T) {
			r := domain.Request{HTML: strings.Repeat("{{a}}", 400_000), Data: data(t, `{"a":`+value+"}")}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, _, err := template.Default().Fill(r)
			runtime.ReadMemStats(&after)
			requireInvalid(t, err, "filled with its values, the document is larger than 32MiB: use large values less often")
			require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64((200+20)<<20), "20 of it for the 400,000 parsed tags")
		})
	}
}

func BenchmarkFillHostile(b *testing.B) {
	for name, r := range hostile(b) {
		b.Run(name, func(b *testing.B) { benchmarkFill(b, r) })
	}
}

func BenchmarkFill(b *testing.B) {
	row := "<tr><td class=name>Widget</td><td>10.00</td></tr>\n"
	filled := "<tr><td class=name>{{ name }}</td><td>{{item.price}}</td></tr>\n"
	d := data(b, `{"name":"Widget","item":{"price":10.00}}`)
	for name, html := range map[string]string{
		"2KB":         strings.Repeat(filled, (2<<10)/len(filled)),
		"365KB":       strings.Repeat(filled, (365<<10)/len(filled)),
		"365KB plain": strings.Repeat(row, (365<<10)/len(row)),
	} {
		b.Run(name, func(b *testing.B) { benchmarkFill(b, domain.Request{HTML: html, Data: d}) })
	}
}

func benchmarkFill(b *testing.B, r domain.Request) {
	b.Helper()
	b.SetBytes(int64(len(r.HTML)))
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := (template.Settings{Sections: true, MaxSize: 64 * domain.MiB}).Fill(r); err != nil {
			b.Fatal(err)
		}
	}
}

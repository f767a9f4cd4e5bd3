package template_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"platen/domain"
	"platen/domain/template"
)

// words make up texts, names and values. They are few, so that placeholders often match names.
var words = []string{"a", "b", "0", "1", ".", " ", "{", "}", "{{", "}}", "{{a}}", "{{a.b}}", "{{ a.0 }}", "é", "\"", "\u00a0"}

func drawText(t *rapid.T, label string) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 0, 30).Draw(t, label), "")
}

// drawJSON draws a value as JSON, with white space between its parts.
func drawJSON(t *rapid.T, depth int) string {
	blank := rapid.SampledFrom([]string{"", "", " ", "\n\t"}).Draw(t, "blank")
	kind := rapid.IntRange(0, 4).Draw(t, "kind")
	if depth == 0 {
		kind = min(kind, 2)
	}
	switch kind {
	case 3:
		return drawObject(t, depth)
	case 4:
		elements := make([]string, rapid.IntRange(0, 3).Draw(t, "elements"))
		for i := range elements {
			elements[i] = blank + drawJSON(t, depth-1) + blank
		}
		return "[" + blank + strings.Join(elements, ",") + "]"
	case 2:
		quoted, err := json.Marshal(drawText(t, "string"))
		require.NoError(t, err)
		return string(quoted)
	default:
		return rapid.SampledFrom([]string{"1", "1.50", "-0", "1e9", "true", "false", "null", `"\u0041\/"`, `"\ud83d"`}).Draw(t, "literal")
	}
}

func drawObject(t *rapid.T, depth int) string {
	blank := rapid.SampledFrom([]string{"", "", " ", "\r\n"}).Draw(t, "blank")
	members := make([]string, rapid.IntRange(0, 4).Draw(t, "members"))
	for i := range members {
		name := rapid.SampledFrom([]string{"a", "b", "a.b", "a.0", " a", "", "0", "1", "{a", `\u0061`, "é", `\"`}).Draw(t, "name")
		members[i] = `"` + name + `"` + blank + ":" + blank + drawJSON(t, depth-1) + blank
	}
	return "{" + blank + strings.Join(members, ","+blank) + "}"
}

// A plain implementation of the rules gives the same results.
func TestFillAgreesWithTheRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		object := drawObject(t, 4)
		text := drawText(t, "text")
		settings := template.Settings{
			Escape:  rapid.SampledFrom([]template.Escape{template.None, template.HTML}).Draw(t, "escape"),
			Missing: rapid.SampledFrom([]template.Missing{template.Keep, template.Empty}).Draw(t, "missing"),
		}
		d, err := parseData(object)
		require.NoError(t, err)
		got, err := settings.Fill(domain.Request{HTML: text, Data: d})
		require.NoError(t, err)
		require.Equal(t, plainFill(settings, text, object), got.HTML)
	})
}

// plainFill follows the rules one by one and decodes everything again at each placeholder.
func plainFill(settings template.Settings, text, object string) string {
	var out strings.Builder
	for i := 0; i < len(text); {
		length := 0
		if strings.HasPrefix(text[i:], "{{") {
			for j := i + 1; j < len(text) && !strings.HasPrefix(text[j:], "{{"); j++ {
				if j >= i+2 && strings.HasPrefix(text[j:], "}}") {
					length = j + 2 - i
					break
				}
			}
		}
		if length == 0 {
			out.WriteByte(text[i])
			i++
			continue
		}
		value, found := plainFind(object, text[i+2:i+length-2])
		switch {
		case found && settings.Escape == template.HTML:
			out.WriteString(html.EscapeString(value))
		case found:
			out.WriteString(value)
		case settings.Missing == template.Keep:
			out.WriteString(text[i : i+length])
		}
		i += length
	}
	return out.String()
}

func plainFind(object, name string) (string, bool) {
	for _, steps := range [][]string{{name}, {strings.TrimSpace(name)}, strings.Split(strings.TrimSpace(name), ".")} {
		value, found := json.RawMessage(object), true
		for _, step := range steps {
			var members map[string]json.RawMessage
			var elements []json.RawMessage
			if json.Unmarshal(value, &members) == nil {
				value, found = members[step]
			} else if found = false; json.Unmarshal(value, &elements) == nil {
				for i, element := range elements {
					if fmt.Sprint(i) == step {
						value, found = element, true
					}
				}
			}
			if !found {
				break
			}
		}
		if found {
			return plainText(value), true
		}
	}
	return "", false
}

func plainText(value json.RawMessage) string {
	var s *string
	if json.Unmarshal(value, &s) == nil {
		if s == nil {
			return ""
		}
		return *s
	}
	var compact bytes.Buffer
	_ = json.Compact(&compact, value)
	return compact.String()
}

func TestFillInAnyOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		members := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a", "b", "a.b", "c", "{{", "a}}"}), 1, 6, rapid.ID).Draw(t, "names")
		for i, name := range members {
			quoted, err := json.Marshal(name)
			require.NoError(t, err)
			members[i] = string(quoted) + ":" + drawJSON(t, 2)
		}
		text := drawText(t, "text")
		fillWith := func(members []string) string {
			d, err := parseData("{" + strings.Join(members, ",") + "}")
			require.NoError(t, err)
			got, err := template.Default().Fill(domain.Request{HTML: text, Data: d})
			require.NoError(t, err)
			return got.HTML
		}
		require.Equal(t, fillWith(members), fillWith(rapid.Permutation(members).Draw(t, "order")))
	})
}

// Filling a filled text again changes nothing unless a value holds a placeholder. Filling the request that Fill returns never
// changes it, since it has no data.
func TestFillIsIdempotent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, err := parseData(drawObject(t, 3))
		require.NoError(t, err)
		once, err := template.Default().Fill(domain.Request{HTML: drawText(t, "text"), Data: d})
		require.NoError(t, err)
		twice, err := template.Default().Fill(once)
		require.NoError(t, err)
		require.Equal(t, once, twice)

		if strings.Contains(once.HTML, "{{") {
			return
		}
		once.Data = d
		again, err := template.Default().Fill(once)
		require.NoError(t, err)
		require.Equal(t, once.HTML, again.HTML)
	})
}

func FuzzFill(f *testing.F) {
	for _, seed := range []struct{ text, object string }{
		{"{{a}}{{ b.c }}{{d.0.e}}", `{"a":1.0,"b":{"c":"\u00e9"},"d":[{"e":[]}]}`},
		{"{{{a}}}{{ {{a}} }}{{a}}}", `{"a":"{{a}}"}`},
		{"{{}}{{.}}{{..}}", `{"":{"":null}}`},
		{"{{a.b}}{{ a.b }}", `{ "a" : { "b" : [ 1 , 2 ] } , "a.b" : "\ud83d" }`},
	} {
		f.Add(seed.text, seed.object)
	}
	f.Fuzz(func(t *testing.T, text, object string) {
		d, err := parseData(object)
		if err != nil || !json.Valid([]byte(object)) {
			return
		}
		if d == (domain.Data{}) {
			object = "{}"
		}
		for _, settings := range []template.Settings{
			template.Default(),
			{Escape: template.HTML, Missing: template.Empty},
		} {
			got, err := settings.Fill(domain.Request{HTML: text, Data: d})
			require.NoError(t, err)
			require.Equal(t, plainFill(settings, text, object), got.HTML)
		}
	})
}

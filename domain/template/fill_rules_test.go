package template_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"platen/domain"
	"platen/domain/template"
)

// words make up texts, names and values. They are few, so that placeholders often match names.
var words = []string{"a", "b", "0", "1", ".", " ", "{", "}", "{{", "}}", "{{a}}", "{{a.b}}", "{{ a.0 }}", "{{#a}}", "{{^b}}", "{{/a}}", "{{!", "\n", "é", "\"", "\u00a0"}

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
		text := rapid.OneOf(rapid.Custom(func(t *rapid.T) string { return drawText(t, "text") }), rapid.Custom(drawSections)).Draw(t, "template")
		settings := template.Settings{
			Escape:   rapid.SampledFrom([]template.Escape{template.None, template.HTML}).Draw(t, "escape"),
			Missing:  rapid.SampledFrom([]template.Missing{template.Keep, template.Empty}).Draw(t, "missing"),
			Sections: rapid.Bool().Draw(t, "sections"),
		}
		requireRules(t, settings, text, object)
	})
}

// drawSections draws a template whose sections are closed.
func drawSections(t *rapid.T) string {
	var b strings.Builder
	for range rapid.IntRange(0, 5).Draw(t, "pieces") {
		switch rapid.IntRange(0, 2).Draw(t, "piece") {
		case 0:
			b.WriteString(rapid.SampledFrom(words).Draw(t, "word"))
		case 1:
			b.WriteString("{{" + rapid.SampledFrom([]string{"a", "b", ".", "a.b", "a.0", " b "}).Draw(t, "name") + "}}")
		default:
			name := rapid.SampledFrom([]string{"a", "b", ".", "a.b", "b.0", "c"}).Draw(t, "section")
			line := rapid.SampledFrom([]string{"", "", "\n", " \r\n"}).Draw(t, "line")
			b.WriteString("{{" + rapid.SampledFrom([]string{"#", "^", " # "}).Draw(t, "sigil") + name + "}}" + line + drawSections(t) + line + "{{/" + name + "}}" + line)
		}
	}
	return b.String()
}

func requireRules(t require.TestingT, settings template.Settings, text, object string) {
	d, err := parseData(object)
	require.NoError(t, err)
	got, missing, err := settings.Fill(domain.Request{HTML: text, Data: d})
	plain := plainFilling{settings: settings, root: json.RawMessage(object)}
	tags, closed := plain.parse(text)
	if !closed {
		require.Error(t, err)
		return
	}
	require.NoError(t, err)
	plain.show(tags, []json.RawMessage{plain.root})
	require.Equal(t, plain.out.String(), got.HTML)
	require.Equal(t, plain.missing, missing)
}

// plainFilling follows the rules one by one and decodes everything again at each tag.
type plainFilling struct {
	settings template.Settings
	root     json.RawMessage
	out      strings.Builder
	missing  int
}

// plainTag is a tag with the text before it; the last one is text alone.
type plainTag struct{ before, tag, kind, name string }

func (p *plainFilling) parse(text string) (tags []plainTag, closed bool) {
	var open []string
	begin := 0
	for i := 0; i < len(text); {
		length := p.tagAt(text[i:])
		if length == 0 {
			i++
			continue
		}
		t := plainTag{before: text[begin:i], tag: text[i : i+length], name: text[i+2 : i+length-2]}
		end := i + length
		if trimmed := strings.TrimSpace(t.name); p.settings.Sections && trimmed != "" && strings.ContainsAny(trimmed[:1], "#^/!") {
			_, raw := plainChild(p.root, t.name)
			_, whole := plainChild(p.root, trimmed)
			if !raw && !whole {
				t.kind, t.name = trimmed[:1], strings.TrimSpace(trimmed[1:])
			}
		}
		lineBefore := regexp.MustCompile(`(?:^|\n)([ \t]*)$`).FindStringSubmatch(text[:i])
		lineAfter := regexp.MustCompile(`^[ \t]*\r?(?:\n|$)`).FindString(text[end:])
		if alone := lineBefore != nil && (lineAfter != "" || end == len(text)); alone && t.kind != "" {
			t.before = strings.TrimSuffix(t.before, lineBefore[1])
			end += len(lineAfter)
		}
		switch t.kind {
		case "#", "^":
			open = append(open, t.name)
		case "/":
			if len(open) == 0 || open[len(open)-1] != t.name {
				return nil, false
			}
			open = open[:len(open)-1]
		}
		tags = append(tags, t)
		i, begin = end, end
	}
	return append(tags, plainTag{before: text[begin:], kind: "!"}), len(open) == 0
}

// tagAt is the length of the tag that text begins with; 0: none.
func (p *plainFilling) tagAt(text string) int {
	if p.settings.Sections && strings.HasPrefix(text, "{{!") {
		if _, after, ended := strings.Cut(text, "}}"); ended {
			return len(text) - len(after)
		}
		return 0
	}
	if strings.HasPrefix(text, "{{") {
		for j := 1; j < len(text) && !strings.HasPrefix(text[j:], "{{"); j++ {
			if j >= 2 && strings.HasPrefix(text[j:], "}}") {
				return j + 2
			}
		}
	}
	return 0
}

// show writes the tags up to the one that closes the section they are in, and returns those after it.
func (p *plainFilling) show(tags []plainTag, scopes []json.RawMessage) []plainTag {
	for len(tags) > 0 {
		t := tags[0]
		tags = tags[1:]
		p.out.WriteString(t.before)
		switch t.kind {
		case "":
			p.replace(t, scopes)
		case "/":
			return tags
		case "#", "^":
			elements := plainElements(p.find(t.name, scopes))
			after := (&plainFilling{settings: p.settings, root: p.root}).show(tags, scopes[:1])
			for _, element := range elements {
				if t.kind == "#" {
					p.show(tags, append(slices.Clone(scopes), element))
				}
			}
			if t.kind == "^" && len(elements) == 0 {
				p.show(tags, scopes)
			}
			tags = after
		}
	}
	return nil
}

func (p *plainFilling) replace(t plainTag, scopes []json.RawMessage) {
	value, found := p.find(t.name, scopes)
	switch {
	case found && p.settings.Escape == template.HTML:
		p.out.WriteString(html.EscapeString(plainText(value)))
	case found:
		p.out.WriteString(plainText(value))
	default:
		p.missing++
		if p.settings.Missing == template.Keep {
			p.out.WriteString(t.tag)
		}
	}
}

func (p *plainFilling) find(raw string, scopes []json.RawMessage) (json.RawMessage, bool) {
	name := strings.TrimSpace(raw)
	if name == "." && len(scopes) > 1 {
		if value, found := plainChild(p.root, "."); found {
			return value, true
		}
		return scopes[len(scopes)-1], true
	}
	for _, scope := range slices.Backward(scopes) {
		for _, whole := range []string{raw, name} {
			if value, found := plainChild(scope, whole); found {
				return value, true
			}
		}
		steps := strings.Split(name, ".")
		value, found := plainChild(scope, steps[0])
		if !found {
			continue
		}
		for _, step := range steps[1:] {
			if value, found = plainChild(value, step); !found {
				return nil, false
			}
		}
		return value, true
	}
	return nil, false
}

func plainChild(value json.RawMessage, name string) (json.RawMessage, bool) {
	var members map[string]json.RawMessage
	var elements []json.RawMessage
	if json.Unmarshal(value, &members) == nil {
		child, found := members[name]
		return child, found
	}
	if json.Unmarshal(value, &elements) == nil {
		for i, element := range elements {
			if fmt.Sprint(i) == name {
				return element, true
			}
		}
	}
	return nil, false
}

func plainElements(value json.RawMessage, found bool) []json.RawMessage {
	var elements []json.RawMessage
	switch text := strings.TrimSpace(string(value)); {
	case !found || text == "null" || text == "false" || text == `""`:
		return nil
	case json.Unmarshal(value, &elements) == nil:
		return elements
	default:
		return []json.RawMessage{value}
	}
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
		members := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a", "b", "a.b", "c", "{{", "a}}", "#a", "/a"}), 1, 6, rapid.ID).Draw(t, "names")
		for i, name := range members {
			quoted, err := json.Marshal(name)
			require.NoError(t, err)
			members[i] = string(quoted) + ":" + drawJSON(t, 2)
		}
		text := drawText(t, "text") + drawSections(t)
		fillWith := func(members []string) string {
			d, err := parseData("{" + strings.Join(members, ",") + "}")
			require.NoError(t, err)
			got, missing, err := template.Default().Fill(domain.Request{HTML: text, Data: d})
			return fmt.Sprint(got.HTML, missing, err)
		}
		require.Equal(t, fillWith(members), fillWith(rapid.Permutation(members).Draw(t, "order")))
	})
}

// Without sections, filling a filled text again changes nothing unless a value holds a placeholder. Filling the request that Fill returns
// never changes it, since it has no data.
func TestFillIsIdempotent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, err := parseData(drawObject(t, 3))
		require.NoError(t, err)
		once, _, err := template.Settings{}.Fill(domain.Request{HTML: drawText(t, "text"), Data: d})
		require.NoError(t, err)
		twice, _, err := template.Settings{}.Fill(once)
		require.NoError(t, err)
		require.Equal(t, once, twice)

		if strings.Contains(once.HTML, "{{") {
			return
		}
		once.Data = d
		again, _, err := template.Settings{}.Fill(once)
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
		{"{{#a}}\n{{.}}{{b}}{{^c}}-{{/c}}\n{{/a}}{{! x }}", `{"a":[{"b":1},2,"",[]],"c":0}`},
		{"{{#a.b}}{{#a}}{{/a}}{{/a.b}}{{!{{a}}}}", `{"a":{"b":{"a":[null]}},"#a":1}`},
	} {
		f.Add(seed.text, seed.object)
	}
	f.Fuzz(func(t *testing.T, text, object string) {
		d, err := parseData(object)
		if err != nil || !json.Valid([]byte(object)) || strings.Count(text, "{{") > 12 {
			return // nested sections take the plain implementation too long
		}
		if d == (domain.Data{}) {
			object = "{}"
		}
		for _, settings := range []template.Settings{
			template.Default(),
			{Escape: template.HTML, Missing: template.Empty},
		} {
			requireRules(t, settings, text, object)
		}
	})
}

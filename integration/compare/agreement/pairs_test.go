package agreement_test

import (
	"cmp"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"
)

// pair is two requests, and what a person says who reads both printed documents.
type pair struct {
	Name string
	// Change makes B of A: each text stands in A once, and is replaced. Data are values of B's data.
	Change [][2]string
	Data   map[string]any
	// Both are changes of A, and so of B.
	Both [][2]string
	// Engine renders B. Without it, the default engine renders both.
	Engine string
	// Verdict is one verdict, or two between which people differ.
	Verdict verdicts
	// Rank is how serious the difference is: 0 none, 1 and 2 hardly noticed, 3 to 6 visible, 7 to 10 the document says something else.
	Rank float64
	Why  string
	// First and Never are regular expressions, regardless of case: what the first reason must say and must not say.
	First, Never string
	// Half is that of its document unless it says so itself.
	Half string

	half, kind string
	a, b       request
}

// request is the body of a request.
type request struct {
	HTML   string         `json:"html" yaml:"html"`
	CSS    string         `json:"css,omitempty" yaml:"css"`
	Header string         `json:"headerHtml,omitempty" yaml:"headerHtml"`
	Footer string         `json:"footerHtml,omitempty" yaml:"footerHtml"`
	Data   map[string]any `json:"data,omitempty" yaml:"data"`
}

// verdicts are read from one word or from a list.
type verdicts []string

// UnmarshalYAML reads them.
func (v *verdicts) UnmarshalYAML(node *yaml.Node) error {
	if node.Kind == yaml.ScalarNode {
		*v = verdicts{node.Value}
		return nil
	}
	return node.Decode((*[]string)(v))
}

// readPairs reads all files of pairs. A file has one or more YAML documents, each with a request and the pairs made of it.
func readPairs(files fs.FS) (pairs []pair, err error) {
	names, err := fs.Glob(files, "*.yaml")
	for _, name := range names {
		found, err := readFile(files, name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		pairs = append(pairs, found...)
	}
	return pairs, err
}

func readFile(files fs.FS, name string) (pairs []pair, err error) {
	content, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, err
	}
	decoder := yaml.NewDecoder(strings.NewReader(string(content)))
	decoder.KnownFields(true)
	for {
		var document struct {
			Kind, Half string
			Request    request
			Pairs      []pair
		}
		if err := decoder.Decode(&document); errors.Is(err, io.EOF) {
			return pairs, nil
		} else if err != nil {
			return nil, err
		}
		for _, p := range document.Pairs {
			p.kind, p.half = document.Kind, cmp.Or(p.Half, document.Half)
			if err := p.complete(files, document.Request); err != nil {
				return nil, fmt.Errorf("%s: %w", p.Name, err)
			}
			pairs = append(pairs, p)
		}
	}
}

// complete makes both requests.
func (p *pair) complete(files fs.FS, base request) (err error) {
	if p.a, err = base.changed(p.Both); err != nil {
		return err
	}
	if p.b, err = p.a.changed(p.Change); err != nil {
		return err
	}
	if p.Data != nil {
		p.b.Data = maps.Clone(p.a.Data)
		maps.Copy(p.b.Data, p.Data)
	}
	return errors.Join(p.a.inline(files), p.b.inline(files))
}

// changed returns the request with each text replaced. A text that does not stand in it exactly once is an error.
func (r request) changed(texts [][2]string) (request, error) {
	for _, text := range texts {
		times := 0
		for _, field := range []*string{&r.HTML, &r.CSS, &r.Header, &r.Footer} {
			times += strings.Count(*field, text[0])
			*field = strings.Replace(*field, text[0], text[1], 1)
		}
		if times != 1 {
			return r, fmt.Errorf("%q stands in the request %d times", text[0], times)
		}
	}
	return r, nil
}

// inline replaces the source of an image, "file:NAME" for a file beside the pairs, by a data URI.
func (r *request) inline(files fs.FS) (err error) {
	r.HTML = regexp.MustCompile(`file:[\w.-]+`).ReplaceAllStringFunc(r.HTML, func(source string) string {
		content, e := fs.ReadFile(files, strings.TrimPrefix(source, "file:"))
		err = errors.Join(err, e)
		return "data:" + http.DetectContentType(content) + ";base64," + base64.StdEncoding.EncodeToString(content)
	})
	return err
}

package domain

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"
)

// fieldNames are the known fields.
var fieldNames = []string{"html", "css", "data", "headerHtml", "footerHtml"}

// otherNames are the names of the fields in other services and languages.
var otherNames = map[string]string{
	"template": "html", "body": "html", "content": "html", "style": "css", "styles": "css", "stylesheet": "css", "values": "data",
	"variables": "data",
	"context":   "data", "header": "headerHtml", "headertemplate": "headerHtml", "footer": "footerHtml", "footertemplate": "footerHtml",
}

// UnknownFields returns the names of the fields that ParseRequest ignores, in alphabetical order. The body is a JSON object.
func UnknownFields(body []byte) []string {
	var fields map[string]json.RawMessage
	_ = json.Unmarshal(body, &fields)
	for _, name := range fieldNames {
		delete(fields, name)
	}
	return slices.Sorted(maps.Keys(fields))
}

// NearestField returns the known field whose name, or whose name elsewhere, is the most like the one given.
func NearestField(name string) string {
	nearest, _ := nearestField(name)
	return nearest
}

// nearestField returns the nearest field as well, and how many letters of the name must change for it.
func nearestField(name string) (nearest string, distance int) {
	const mostCompared = 32 // bytes; longer names are like no field
	name = strings.ToLower(name[:min(len(name), mostCompared)])
	if field, known := otherNames[name]; known {
		return field, 0
	}
	distance = 2 * mostCompared
	for _, field := range fieldNames {
		if d := levenshtein.ComputeDistance(name, strings.ToLower(field)); d < distance {
			nearest, distance = field, d
		}
	}
	return nearest, distance
}

// insteadOfHTML is the end of a message about a body without html: the unknown field that is most like it.
func insteadOfHTML(body []byte) string {
	for _, name := range UnknownFields(body) {
		if nearest, distance := nearestField(name); nearest == "html" && distance <= 2 {
			return fmt.Sprintf("; did you mean html by %q?", name)
		}
	}
	return ""
}

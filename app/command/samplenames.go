package command

import (
	"path/filepath"
	"slices"
	"strings"
	"unicode"
)

// standardInput is the name of a request from there.
const standardInput = "request"

// distinctFiles leaves out files that are named again.
func distinctFiles(files []string) (distinct []string) {
	known := map[string]bool{}
	for _, file := range files {
		whole, err := filepath.Abs(file)
		if err != nil || file == "-" {
			whole = file
		}
		if !known[whole] {
			known[whole] = true
			distinct = append(distinct, file)
		}
	}
	return distinct
}

// documentNames names distinct files: by the file's name without .json, and, where several have the same, by as many of their folders
// as distinguish them (2025/invoice and 2026/invoice).
func documentNames(files []string) []string {
	names, paths := make([]string, len(files)), make([][]string, len(files))
	longest := 0
	for i, file := range files {
		paths[i] = namesOnPath(file)
		longest = max(longest, len(paths[i]))
	}
	for parts := 1; parts <= longest; parts++ {
		count := map[string]int{}
		for i, p := range paths {
			if names[i] == "" {
				count[tail(p, parts)]++
			}
		}
		for i, p := range paths {
			if name := tail(p, parts); names[i] == "" && count[name] == 1 {
				names[i] = name
			}
		}
	}
	for i, p := range paths { // bytes that are no text may leave equal names
		if names[i] == "" {
			names[i] = unused(strings.Join(p, "/"), func(name string) bool { return slices.Contains(names, name) })
		}
	}
	return names
}

// namesOnPath are the names of a file's folders and its own, without .json.
func namesOnPath(file string) []string {
	if file == "-" {
		return []string{standardInput}
	}
	if whole, err := filepath.Abs(file); err == nil {
		file = whole
	}
	path := strings.Split(strings.Trim(strings.ToValidUTF8(file, string(unicode.ReplacementChar)), "/"), "/")
	if name := strings.TrimSuffix(path[len(path)-1], ".json"); name != "" {
		path[len(path)-1] = name
	}
	return path
}

// tail joins the last parts of a path.
func tail(path []string, parts int) string { return strings.Join(path[max(0, len(path)-parts):], "/") }

// onOneLine replaces what moves a terminal's cursor.
func onOneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text)
}

package command

import (
	"cmp"
	"path/filepath"
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
func documentNames(files []string) (names []string) {
	number := map[string]int{}
	for _, file := range files {
		for _, name := range possibleNames(file) {
			number[name]++
		}
	}
	taken := map[string]bool{}
	for _, file := range files {
		name := ""
		for _, name = range possibleNames(file) {
			if number[name] == 1 {
				break
			}
		}
		name = unused(name, func(name string) bool { return taken[name] }) // bytes that are no text may leave equal names
		taken[name] = true
		names = append(names, name)
	}
	return names
}

// possibleNames are the name of a file without .json, and those with one, two and more of its folders, the shortest first.
func possibleNames(file string) (names []string) {
	if file == "-" {
		return []string{standardInput}
	}
	if whole, err := filepath.Abs(file); err == nil {
		file = whole
	}
	file = strings.ToValidUTF8(file, string(unicode.ReplacementChar))
	if base := filepath.Base(file); base != ".json" {
		file = strings.TrimSuffix(file, ".json")
	}
	file = cmp.Or(strings.Trim(file, "/"), standardInput) // the root folder, which is no request
	for start := len(file); start > 0; {
		start = strings.LastIndexByte(file[:start], '/')
		names = append(names, file[start+1:])
	}
	return names
}

// onOneLine replaces what moves a terminal's cursor.
func onOneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text)
}

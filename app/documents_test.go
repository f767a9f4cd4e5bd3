package app_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var (
	// markdownLink is the address of a link or picture that is not absolute: [text](path#fragment "title").
	markdownLink = regexp.MustCompile(`\]\(([^)#:\s]+)[)#\s]`)
	// codePath is a path of this repository in code quotes, as CONTRIBUTING.md names files.
	codePath = regexp.MustCompile("`((?:adapters|app|configs|domain|integration|ports)/[\\w./-]+\\.\\w+)`")
	// documentName is a document's name in a comment.
	documentName = regexp.MustCompile(`[\w./-]+\.md\b`)
)

// TestDeadReferences looks for dead references: links and file names in documents, and the names of documents
// in code and build files.
func TestDeadReferences(t *testing.T) {
	seen := 0
	for _, name := range textFiles(t) {
		content, err := os.ReadFile(filepath.Join("..", name))
		require.NoError(t, err)
		var targets []string
		if strings.HasSuffix(name, ".md") {
			targets = append(submatches(markdownLink, content), submatches(codePath, content)...)
		} else {
			for _, document := range documentName.FindAll(content, -1) {
				targets = append(targets, filepath.Base(string(document)))
			}
		}
		for _, target := range targets {
			seen++
			if !exists(t, name, target) {
				t.Errorf("%s refers to %s, which is not in this repository", name, target)
			}
		}
	}
	require.Greater(t, seen, 50, "references found")
}

var (
	// step is a row of CONTRIBUTING.md's tables of steps: what happens, what comes out of it, and in which functions of which files.
	step = regexp.MustCompile(`(?m)^\|[^|]*\|[^|]*\|([^|]*)\|([^|]*)\|$`)
	// quoted is code in a document.
	quoted = regexp.MustCompile("`([^`]+)`")
)

// TestStepsExist: each function of the tables of steps in CONTRIBUTING.md is in a file that its row names.
func TestStepsExist(t *testing.T) {
	document, err := os.ReadFile("../CONTRIBUTING.md")
	require.NoError(t, err)
	seen := 0
	for _, row := range step.FindAllStringSubmatch(string(document), -1) {
		var code strings.Builder
		for _, path := range submatches(quoted, []byte(row[2])) {
			if strings.HasSuffix(path, "/") {
				path += "*.go"
			}
			files, err := filepath.Glob("../" + path)
			require.NoError(t, err)
			for _, file := range files {
				content, err := os.ReadFile(file)
				require.NoError(t, err)
				code.Write(content)
			}
		}
		for _, name := range submatches(quoted, []byte(row[1])) {
			of, function, qualified := strings.Cut(name, ".")
			if !qualified {
				of, function = "", name
			}
			declared := regexp.MustCompile(`(?m)^func (\(\w+ \*?` + of + `\) )?` + function + `[[(]`)
			if seen++; !declared.MatchString(code.String()) {
				t.Errorf("CONTRIBUTING.md: no function %s in%s", name, row[2])
			}
		}
	}
	require.Greater(t, seen, 50, "functions found")
}

// textFiles are the documents, Go files and build files, by their paths from the top.
func textFiles(t *testing.T) (names []string) {
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == ".git" || entry.Name() == "node_modules" || entry.Name() == "testdata" || entry.Name() == "bin"):
			return filepath.SkipDir
		}
		switch name := entry.Name(); {
		case name == "documents_test.go":
		case name == "Makefile", name == "Dockerfile", name == ".golangci.yml", filepath.Ext(name) == ".md", filepath.Ext(name) == ".go":
			names = append(names, strings.TrimPrefix(filepath.ToSlash(path), "../"))
		}
		return nil
	})
	require.NoError(t, err)
	return names
}

func submatches(expression *regexp.Regexp, content []byte) (all []string) {
	for _, match := range expression.FindAllSubmatch(content, -1) {
		all = append(all, string(match[1]))
	}
	return all
}

// exists reports whether a reference leads to a file: from the folder of the referring file, from the top, or, for the bare name
// of a document, anywhere.
func exists(t *testing.T, from, target string) bool {
	for _, path := range []string{filepath.Join("..", filepath.Dir(from), target), filepath.Join("..", target)} {
		if _, err := os.Stat(path); err == nil {
			return true
		}
	}
	if !strings.HasSuffix(target, ".md") || strings.Contains(target, "/") {
		return false
	}
	for _, name := range textFiles(t) {
		if filepath.Base(name) == target {
			return true
		}
	}
	return false
}

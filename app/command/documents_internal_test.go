package command

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platen/adapters/engines"
)

var (
	// code is a fenced block of a shell, or a span of code.
	code = regexp.MustCompile("(?s)```sh\n.*?```|`[^`\n]+`")
	// commandLine is one command in it, up to its end or a comment. The prompt, variables and "sudo" may precede it.
	commandLine = regexp.MustCompile("(?m)(?:^|[`;&|(=] *|[\\w\"'] )(?:bin/)?(platen|make|go run|go test) ([^`#|;&)\n]*)")
	quoted      = regexp.MustCompile(`'[^']*'|"[^"]*"`)
	heading     = regexp.MustCompile(`(?m)^#+ (.*)$`)
	anchor      = regexp.MustCompile(`\]\(([^)#:\s]*)#([^)\s]+)\)`)
)

// documents are the Markdown files of the tree, by their paths from here.
func documents(t *testing.T) map[string]string {
	found := map[string]string{}
	require.NoError(t, filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			if entry != nil && (entry.Name() == "node_modules" || entry.Name() == "testdata" || entry.Name() == ".git") {
				return filepath.SkipDir
			}
			return err
		}
		if filepath.Ext(path) == ".md" {
			content, err := os.ReadFile(path)
			require.NoError(t, err)
			found[path] = string(content)
		}
		return nil
	}))
	return found
}

// TestDocumentsCommands: each command in a document exists, with its flags: platen's by the command line itself, make's targets, and
// the folders of go run.
func TestDocumentsCommands(t *testing.T) {
	t.Parallel()
	makefile, err := os.ReadFile("../../Makefile")
	require.NoError(t, err)
	tried := map[string]int{}
	for path, content := range documents(t) {
		for _, block := range code.FindAllString(content, -1) {
			for _, line := range commandLine.FindAllStringSubmatch(strings.ReplaceAll(block, "\\\n", " "), -1) {
				tried[line[1]]++
				arguments := strings.Fields(quoted.ReplaceAllString(line[2], "quoted"))
				switch {
				case line[1] == "platen":
					requireCommand(t, path, line[0], arguments)
				case line[1] == "make" && len(arguments) > 0:
					assert.Regexp(t, `(?m)^`+regexp.QuoteMeta(arguments[0])+`:`, string(makefile), "%s: %s", path, line[0])
				case line[1] == "go run" && len(arguments) > 0 && strings.HasPrefix(arguments[0], "./"):
					assert.DirExists(t, filepath.Join("../..", arguments[0]), "%s: %s", path, line[0])
				}
			}
		}
	}
	require.Greater(t, tried["platen"], 40, "commands of platen found")
	require.Greater(t, tried["make"], 10, "targets found")
	require.Greater(t, tried["go run"], 3)
}

// requireCommand holds a command line to the subcommand that it names and the flags of that.
func requireCommand(t *testing.T, path, line string, arguments []string) {
	t.Helper()
	root := newCommand(t.Context(), engines.All())
	command, rest, err := root.Find(arguments)
	if !assert.NoError(t, err, "%s: %s", path, line) {
		return
	}
	command.InitDefaultHelpFlag()
	command.InitDefaultVersionFlag()
	if command.HasSubCommands() && len(rest) > 0 && regexp.MustCompile(`^[a-z][a-z-]+$`).MatchString(rest[0]) {
		t.Errorf("%s: %q: no command %s", path, line, rest[0])
	}
	for _, argument := range rest {
		name, _, _ := strings.Cut(strings.Trim(argument, `"'.,:…[]`), "=")
		switch {
		case strings.HasPrefix(name, "--") && name != "--":
			assert.True(t, command.Flag(name[2:]) != nil || command.InheritedFlags().Lookup(name[2:]) != nil, "%s: %s: no flag %s", path, line, name)
		case regexp.MustCompile(`^-[a-z]$`).MatchString(name):
			assert.True(t, command.Flags().ShorthandLookup(name[1:]) != nil || command.InheritedFlags().ShorthandLookup(name[1:]) != nil,
				"%s: %s: no flag %s", path, line, name)
		}
	}
}

// TestDocumentsAnchors: each link to a heading leads to one.
func TestDocumentsAnchors(t *testing.T) {
	t.Parallel()
	all := documents(t)
	seen := 0
	for path, content := range all {
		for _, link := range anchor.FindAllStringSubmatch(content, -1) {
			target := path
			if link[1] != "" {
				target = filepath.Join(filepath.Dir(path), link[1])
			}
			if filepath.Ext(target) != ".md" {
				continue
			}
			seen++
			slugs := map[string]bool{}
			for _, title := range heading.FindAllStringSubmatch(all[target], -1) {
				slugs[slug(title[1])] = true
			}
			assert.True(t, slugs[link[2]], "%s: %s has no heading #%s", path, target, link[2])
		}
	}
	require.Greater(t, seen, 3, "links to headings found")
}

// slug is the anchor that GitHub gives a heading.
func slug(title string) string {
	kept := regexp.MustCompile(`[^\p{L}\p{N}\s_-]`).ReplaceAllString(strings.ToLower(title), "")
	return strings.ReplaceAll(kept, " ", "-")
}

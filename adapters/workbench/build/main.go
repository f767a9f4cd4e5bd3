// Command build bundles the scripts of the pages: the workbench's with the npm packages that it uses, whose licences it collects,
// and the report's of a comparison. They share the drawing of differences. It is run in the folder adapters/workbench, after
// npm ci, by "go generate". With -check, it tells whether the committed bundles are what it would write.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

func main() {
	check := flag.Bool("check", false, "compare with the files instead of writing them")
	flag.Parse()
	if err := run(*check); err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}

func run(check bool) error {
	files, err := bundle()
	if err != nil {
		return err
	}
	for name, content := range files {
		if !check {
			if err := os.WriteFile(name, content, 0o644); err != nil { //nolint:gosec // a source file
				return err
			}
			continue
		}
		committed, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if !bytes.Equal(committed, content) {
			return fmt.Errorf("%s is not what its sources give: run go generate ./adapters/workbench", name)
		}
	}
	return nil
}

// The bundles.
const (
	workbenchScript = "bundle/workbench.js"
	licencesFile    = "bundle/LICENCES.txt"
	reportScript    = "../comparereport/bundle/report.js"
)

// bundle returns the contents of the bundles' files.
func bundle() (map[string][]byte, error) {
	workbench, err := build("page/src/main.ts", workbenchScript, api.FormatESModule)
	if err != nil {
		return nil, err
	}
	report, err := build("../comparereport/page/report.js", reportScript, api.FormatIIFE) // browsers load no modules from files
	if err != nil {
		return nil, err
	}
	licences, err := licences(workbench.Metafile)
	if err != nil {
		return nil, err
	}
	return map[string][]byte{
		workbenchScript: workbench.OutputFiles[0].Contents, licencesFile: licences, reportScript: report.OutputFiles[0].Contents,
	}, nil
}

// build bundles one script.
func build(source, target string, format api.Format) (api.BuildResult, error) {
	result := api.Build(api.BuildOptions{
		EntryPoints:       []string{source},
		Outfile:           target,
		Bundle:            true,
		Format:            format,
		Target:            api.ES2022,
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		MinifySyntax:      true,
		LegalComments:     api.LegalCommentsNone, // LICENCES.txt has them all
		Charset:           api.CharsetUTF8,
		Metafile:          true,
	})
	if len(result.Errors) > 0 {
		return result, errors.New(strings.Join(api.FormatMessages(result.Errors, api.FormatMessagesOptions{}), ""))
	}
	return result, nil
}

// licences returns the licence texts of all packages of which something is in the bundle.
func licences(metafile string) ([]byte, error) {
	var meta struct {
		Inputs map[string]struct{} `json:"inputs"`
	}
	if err := json.Unmarshal([]byte(metafile), &meta); err != nil {
		return nil, err
	}
	packages := map[string]bool{}
	for input := range meta.Inputs {
		if rest, is := strings.CutPrefix(input, "node_modules/"); is {
			packages[packageOf(rest)] = true
		}
	}
	var out bytes.Buffer
	out.WriteString("The workbench's script holds parts of these packages.\n")
	for _, name := range slices.Sorted(maps.Keys(packages)) {
		folder := filepath.Join("node_modules", filepath.FromSlash(name))
		var about struct{ Version, License string }
		description, err := os.ReadFile(filepath.Join(folder, "package.json"))
		if err == nil {
			err = json.Unmarshal(description, &about)
		}
		if err != nil {
			return nil, err
		}
		text, err := os.ReadFile(filepath.Join(folder, "LICENSE"))
		if err != nil {
			return nil, fmt.Errorf("the licence of %s: %w", name, err)
		}
		fmt.Fprintf(&out, "\n---- %s %s (%s) ----\n\n%s\n", name, about.Version, about.License, bytes.TrimSpace(text))
	}
	return out.Bytes(), nil
}

// packageOf returns the package of a path below node_modules: its first part, or its first two where that is a scope.
func packageOf(path string) string {
	parts := strings.SplitN(path, "/", 3)
	if strings.HasPrefix(path, "@") {
		return parts[0] + "/" + parts[1]
	}
	return parts[0]
}

// Command sbom lists what is in a built program, as CycloneDX: the modules that Go recorded in it, and the npm packages of the
// workbench's bundle, from their lock file. It writes nothing that changes from one run to the next.
package main

import (
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/CycloneDX/cyclonedx-go"
)

func main() {
	if err := run(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

// run writes the list of a program of that version, whose bundle has the packages of a lock file.
func run(program, version, lock string) error {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return err
	}
	components := []cyclonedx.Component{library("golang", "std", strings.TrimPrefix(info.GoVersion, "go"))}
	for _, m := range info.Deps {
		components = append(components, library("golang", m.Path, m.Version))
	}
	bundled, err := npm(lock)
	if err != nil {
		return err
	}
	bom := cyclonedx.NewBOM()
	bom.Metadata = &cyclonedx.Metadata{Component: &cyclonedx.Component{
		Type: cyclonedx.ComponentTypeApplication, Name: "platen", Version: version,
	}}
	components = append(components, bundled...)
	bom.Components = &components
	return cyclonedx.NewBOMEncoder(os.Stdout, cyclonedx.BOMFileFormatJSON).SetPretty(true).Encode(bom)
}

func library(kind, name, version string) cyclonedx.Component {
	purl := fmt.Sprintf("pkg:%s/%s@%s", kind, strings.Replace(name, "@", "%40", 1), version)
	return cyclonedx.Component{BOMRef: purl, Type: cyclonedx.ComponentTypeLibrary, Name: name, Version: version, PackageURL: purl}
}

// npm lists the packages of a lock file, without those that only building needs.
func npm(lock string) (components []cyclonedx.Component, err error) {
	content, err := os.ReadFile(lock)
	if err != nil {
		return nil, err
	}
	var file struct {
		Packages map[string]struct {
			Version, Integrity string
			Dev, Optional      bool
		}
	}
	if err := json.Unmarshal(content, &file); err != nil {
		return nil, err
	}
	for path, p := range file.Packages {
		if path == "" || p.Dev || p.Optional {
			continue
		}
		c := library("npm", strings.TrimPrefix(path, "node_modules/"), p.Version)
		digest, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(p.Integrity, "sha512-"))
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", lock, path, err)
		}
		c.Hashes = &[]cyclonedx.Hash{{Algorithm: cyclonedx.HashAlgoSHA512, Value: hex.EncodeToString(digest)}}
		components = append(components, c)
	}
	slices.SortFunc(components, func(a, b cyclonedx.Component) int { return strings.Compare(a.BOMRef, b.BOMRef) })
	return components, nil
}

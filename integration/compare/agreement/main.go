// Command agreement renders pairs of documents that a person has judged, compares them as "platen compare" does, and prints how far its
// verdicts, scores and first reasons agree with that person. Run it from the top of the tree: go run ./integration/compare/agreement
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
)

func main() {
	bin := flag.String("platen", "bin/platen", "the built `program`")
	folder := flag.String("pairs", "integration/compare/pairs", "the `folder` of the pairs")
	only := flag.String("only", "", "measure only pairs whose name matches this `expression`")
	out := flag.String("out", "", "keep the report, with the documents, in this `folder`")
	flag.Parse()
	if err := run(*bin, *folder, *only, *out); err != nil {
		fmt.Fprintln(os.Stderr, "agreement:", err)
		os.Exit(1)
	}
}

func run(bin, folder, only, out string) error {
	pairs, err := readPairs(os.DirFS(folder))
	if err != nil {
		return err
	}
	wanted, err := regexp.Compile(only)
	if err != nil {
		return err
	}
	pairs = slices.DeleteFunc(pairs, func(p pair) bool { return !wanted.MatchString(p.Name) })
	r, err := measure(context.Background(), pairs, out, bin)
	if err != nil {
		return err
	}
	r.print(os.Stdout)
	return nil
}

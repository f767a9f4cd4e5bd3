package main

import (
	"context"
	"fmt"

	"platen/adapters/chrome"
	"platen/adapters/engines"
	"platen/adapters/wkhtmltopdf"
	"platen/integration/bench/report"
)

// baseline is what the bench knows of an engine beyond the registry: the engine without the service, and the experiments that compare
// the service with it.
type baseline struct {
	newFloor func(context.Context) (floor, error)
	// method says in a few words how the floor prints.
	method string
	// version is the command that prints the engine's version; nil if the program is missing, which its first experiment reports.
	version     func() []string
	experiments []experiment
}

// baselineOf returns what is known of an engine. An engine without a floor is compared only with itself.
func baselineOf(engine string) baseline {
	switch engine {
	case chrome.Engine.Name:
		return baseline{
			newFloor: func(ctx context.Context) (floor, error) { return newBareTabs(ctx) },
			method:   "a loop of rod calls on tabs that are open already",
			version: func() []string {
				bin, err := chrome.DefaultConfig().Find()
				if err != nil {
					return nil
				}
				return []string{bin, "--version"}
			},
			experiments: []experiment{
				{"1-page", "a 2 KB invoice at 1, 4 and 16 clients", speed(onePage, (*lab).light, promises{report.AtMost(1.25), report.AtLeast(0.85)})},
				{"9-pages", "a table of 330 rows", speed(ninePages, (*lab).light, promises{})},
				{"95-pages", "a table of 3,600 rows", speed(manyPages, (*lab).heavy, promises{alone: report.AtMost(1.05)})},
				{"policy", "a document whose policy must not outlive it", speed(withPolicy, (*lab).light, promises{alone: report.AtMost(1.25)})},
				{"image", "a document with an image by URL", imageSpeed},
				{"headers", "what a numbered header and footer cost", headers},
				{"memory", "the most memory under load", memory},
				{"insight", "what metrics, traces and a scrape each second cost", insight},
			},
		}
	case wkhtmltopdf.Engine.Name:
		return baseline{
			newFloor: func(context.Context) (floor, error) { return newColdCommand() },
			method:   `the command "wkhtmltopdf -q --disable-javascript - -", cold`,
			version:  func() []string { return []string{"wkhtmltopdf", "--version"} },
			experiments: []experiment{
				{"1-page", "a 2 KB invoice at 1, 4 and 16 clients", speed(onePage, (*lab).light, promises{alone: report.AtMost(0.2)})},
				{"9-pages", "a table of 330 rows", speed(ninePages, (*lab).light, promises{})},
				{"95-pages", "a table of 3,600 rows", speed(manyPages, (*lab).heavy, promises{alone: report.AtMost(1.1)})},
				{"headers", "what a numbered header and footer cost", headers},
				{"memory", "the most memory under load", memory},
				{"tidiness", "processes, zombies and files of 200 documents at 8 clients", tidiness},
			},
		}
	}
	return baseline{
		newFloor: func(context.Context) (floor, error) {
			return nil, fmt.Errorf("%s has no floor: add one to baselineOf", engine)
		},
		method:  "not known",
		version: func() []string { return nil },
	}
}

// experimentsOf are all experiments with an engine, in the order of the report: first those that need no floor.
func experimentsOf(engine string) []experiment {
	return append([]experiment{
		{"start", "from start to /readyz, and the first document beside the hundredth", start},
		{"fairness", "what one client's flood costs another", fairness},
		{"shadow", "what a second engine beside the first costs", shadow},
	}, baselineOf(engine).experiments...)
}

// another returns an engine beside the first.
func another(engine string) (string, error) {
	for _, name := range engines.All().Names() {
		if name != engine {
			return name, nil
		}
	}
	return "", fmt.Errorf("%s is the only engine: there is none to run beside it", engine)
}

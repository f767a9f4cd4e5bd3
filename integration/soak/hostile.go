package main

import (
	"fmt"
	"strings"
	"syscall"
	"time"

	"platen/integration/bench/measure"
	"platen/integration/program"
)

// pictures is the number of pictures on the server that never answers.
const pictures = 31

// hostile is a load of expensive documents, beside a client with small ones whose waits are bounded.
var hostile = scenario{
	settings: func(env *environment) []string { return []string{"PLATEN_EGRESS_ALLOW=" + env.silent.Addr().String()} },
	clients: func(env *environment) []*client {
		invoice := request{"invoice", marshal(map[string]any{
			"html": "<h1>Invoice {{number}}</h1>" + rows(8), "data": map[string]any{"number": 17},
			"headerHtml": "<p>Example Ltd</p>", "footerHtml": "<p><span class=pageNumber></span> of <span class=totalPages></span></p>",
		}), ok}
		large := []request{
			{"15,000 rows", marshal(map[string]any{"html": rows(15000)}), ok},
			{"10,000 rows", marshal(map[string]any{"html": rows(10000)}), ok},
		}
		return []*client{
			{name: "small", key: smallKey, pause: 100 * time.Millisecond, requests: []request{invoice}},
			{name: "large tables", key: hostileKey, requests: large},
			{name: "silent server", key: hostileKey, requests: []request{silentPictures(env.silent.Addr().String())}},
			{name: "headers", key: hostileKey, pause: time.Second, requests: headers()},
		}
	},
	faults: []fault{{"break the engine", 30 * time.Second, []func(*environment) error{
		signalEngine(syscall.SIGKILL, mainProcess), signalEngine(syscall.SIGKILL, anyProcess),
		signalEngine(syscall.SIGSTOP, mainProcess), signalEngine(syscall.SIGSTOP, anyProcess),
	}}},
	rests: true,
	promises: func(o *outcome) []promise {
		return []promise{
			{"wrong answers", o.wrong(), 0},
			{"small documents: p95 in seconds", measure.Percentile(o.clients[0].waits, 95) / 1000, 2},
			{"memory after the rest, by that before the load", o.afterRest.memory / o.atRest.memory, 1.2},
			{"descriptors after the rest, more than before the load", o.afterRest.descriptors - o.atRest.descriptors, 5},
			// During the load there can be some, since a stopped browser does not wait for its children.
			{"zombies after the rest", float64(len(o.afterRest.zombies)), 0},
		}
	},
}

// rows is a table of two columns.
func rows(n int) string {
	return "<table>" + strings.Repeat("<tr><td>a row</td><td>of a table</td></tr>", n) + "</table>"
}

// silentPictures is a document whose pictures never arrive. It is printed without them, and the answer says so.
func silentPictures(address string) request {
	var b strings.Builder
	for n := range pictures {
		fmt.Fprintf(&b, `<img src="http://%s/%d.png">`, address, n)
	}
	return request{"pictures that never come", marshal(map[string]any{"html": "<p>text</p>" + b.String()}), func(a program.Answer) string {
		if failed := a.Header.Get("Platen-Resources-Failed"); a.Status == 200 && failed != fmt.Sprint(pictures) {
			return fmt.Sprintf("%s of %d resources failed", failed, pictures)
		}
		return ok(a)
	}}
}

// headers are documents with expensive headers; 200 and 400 are right answers.
func headers() (all []request) {
	attributes := strings.Builder{}
	for n := range 2000 {
		fmt.Fprintf(&attributes, " a%d", n)
	}
	for name, header := range map[string]string{
		"many html tags":             strings.Repeat("<html"+attributes.String()+">", 16),
		"many body tags":             strings.Repeat("<body"+attributes.String()+">", 16),
		"open formatting elements":   strings.Repeat("<b><i><u></s></em>", 2200),
		"nested opacity":             strings.Repeat(`<div style="opacity:.5">`, 14) + "text",
		"a header as tall as a page": `<div style="height:290mm">text</div>`,
		"hidden by a rule":           `<style>*{visibility:hidden!important}</style><p>text</p>`,
	} {
		all = append(all, request{name, marshal(map[string]any{"html": "<p>text</p>", "headerHtml": header}),
			func(a program.Answer) string { return status(a, 200, 400) }})
	}
	return all
}

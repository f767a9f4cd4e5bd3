package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// mixed is an ordinary load on an installation whose parts fail.
var mixed = scenario{
	name: "mixed",
	about: `4 clients send the corpus with headers; the engine is killed every 20 s, Redis restarts every minute,
           the keys change every 30 s`,
	prepare: func(ctx context.Context, env *environment) (err error) {
		env.redis, err = startRedis(ctx)
		return err
	},
	settings: func(env *environment) []string {
		return []string{"PLATEN_RATE_LIMIT_REDIS_URL=" + env.redis.url(), "PLATEN_RATE_LIMIT_REQUESTS=1000000", "PLATEN_RATE_LIMIT_BURST=100000"}
	},
	clients: func(*environment) (clients []*client) {
		for n := range 4 {
			all := corpus()
			from := n * len(all) / 4
			clients = append(clients, &client{name: fmt.Sprintf("client %d", n+1), key: smallKey, small: n == 0, requests: append(all[from:len(all):len(all)], all[:from]...)})
		}
		return clients
	},
	faults: []fault{
		{"kill the engine", 20 * time.Second, signalEngine(syscall.SIGKILL, mainProcess)},
		{"restart Redis", time.Minute, func(env *environment) error { return env.redis.restart() }},
		{"change the keys", 30 * time.Second, func(env *environment) error { return env.keys.change() }},
		{"reload", 45 * time.Second, func(env *environment) error { return env.service.Signal(syscall.SIGHUP) }},
	},
	promises: func(o *outcome) []promise {
		second, last := o.minute(1), o.minute(-1)
		return []promise{
			atMost("wrong answers", float64(wrong(o.clients)), 0),
			atMost("memory of the last minute, by the second's", mean(last, memoryOf)/mean(second, memoryOf), 1.1),
			atMost("descriptors of the last minute, by the second's", mean(last, descriptorsOf)/mean(second, descriptorsOf), 1.1),
			atMost("zombies that stay", float64(o.zombies()), 0),
		}
	},
}

// corpusFolder is the folder of the documents, from the top of the tree.
const corpusFolder = "integration/testdata/corpus"

// corpus gives the documents. Those without a header and footer get one.
func corpus() (all []request) {
	files, _ := filepath.Glob(corpusFolder + "/*.json")
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		content, err := os.ReadFile(file)
		var fields map[string]any
		if err != nil || json.Unmarshal(content, &fields) != nil || fields["html"] == nil {
			continue // the manifest, for one
		}
		if fields["headerHtml"] == nil && fields["footerHtml"] == nil {
			fields["headerHtml"] = `<div style="border-bottom:1px solid #999;font:9pt sans-serif">` + name + `</div>`
			fields["footerHtml"] = `<div style="font:8pt sans-serif">Page <span class="pageNumber"></span> of <span class="totalPages"></span></div>`
		}
		all = append(all, request{name, marshal(fields), ok})
	}
	return all
}

// marshal makes a request body of fields that marshal without error.
func marshal(fields map[string]any) []byte {
	body, _ := json.Marshal(fields)
	return body
}

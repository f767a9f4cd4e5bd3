package main

import (
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
	settings: func(env *environment) []string {
		return []string{"PLATEN_RATE_LIMIT_REDIS_URL=" + env.redis.URL(), "PLATEN_RATE_LIMIT_REQUESTS=1000000",
			"PLATEN_RATE_LIMIT_BURST=100000"}
	},
	clients: func(*environment) (clients []*client) {
		for n := range 4 {
			all := corpus()
			from := n * len(all) / 4
			clients = append(clients, &client{name: fmt.Sprintf("client %d", n+1), key: smallKey,
				requests: append(all[from:len(all):len(all)], all[:from]...)})
		}
		return clients
	},
	faults: []fault{
		{"kill the engine", 20 * time.Second, []func(*environment) error{signalEngine(syscall.SIGKILL, mainProcess)}},
		{"restart Redis", time.Minute, []func(*environment) error{func(env *environment) error {
			env.redis.Kill()
			return env.redis.Run()
		}}},
		{"change the keys", 30 * time.Second, []func(*environment) error{func(env *environment) error { return env.keys.change() }}},
		{"reload", 45 * time.Second, []func(*environment) error{func(env *environment) error { return env.service.Signal(syscall.SIGHUP) }}},
	},
	promises: func(o *outcome) []promise {
		return []promise{
			{"wrong answers", o.wrong(), 0},
			{"memory of the last minute, by the second's", o.minute(-1, memoryOf) / o.minute(1, memoryOf), 1.1},
			{"descriptors of the last minute, by the second's", o.minute(-1, descriptorsOf) / o.minute(1, descriptorsOf), 1.1},
			{"zombies that stay", o.zombies(), 0},
		}
	},
}

// corpusFolder is the folder of the documents, from the top of the tree.
const corpusFolder = "integration/testdata/corpus"

// corpus returns the documents. Those without a header and footer get one.
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

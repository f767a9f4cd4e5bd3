package main

import (
	"encoding/json"
	"fmt"
	"syscall"
	"time"

	"platen/integration/standards/documents"
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
			{"memory of the last minute, by the second's", o.last(memoryOf) / o.second(memoryOf), 1.1},
			{"descriptors of the last minute, by the second's", o.last(descriptorsOf) / o.second(descriptorsOf), 1.1},
			{"zombies that stay", o.zombies(), 0},
		}
	},
}

// corpus returns the documents, from the top of the tree, each with a header and a footer.
func corpus() (all []request) {
	found, _ := documents.Corpus("integration/testdata/corpus")
	for _, d := range found {
		all = append(all, request{d.Name, d.Wrong.JSON(), ok})
	}
	return all
}

// marshal makes a request body of fields that marshal without error.
func marshal(fields map[string]any) []byte {
	body, _ := json.Marshal(fields)
	return body
}

package integration_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/integration/harness"
	"platen/ports/pdfcheck"
)

// victim recognises a process to kill by its command.
type victim func(command string) bool

// TestEnginesDieUnderLoad kills each kind of an engine's processes three times while clients send documents: the documents take longer,
// and none fails.
func TestEnginesDieUnderLoad(t *testing.T) {
	t.Parallel()
	for engine, victims := range map[string][]victim{
		"chrome":      {isBrowser, func(c string) bool { return strings.Contains(c, "--type=renderer") }},
		"wkhtmltopdf": {func(c string) bool { return strings.Contains(c, "wkhtmltopdf") }},
	} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			service := harness.Start(t, "PLATEN_ENGINE="+engine, "PLATEN_RENDER_CONCURRENCY=2")
			const clients, documents, times = 4, 8, 3
			var load sync.WaitGroup
			done := make(chan struct{}, clients*documents)
			for client := range clients {
				load.Go(func() {
					for n := range documents {
						word := fmt.Sprintf("client%ddocument%d", client, n)
						answer, err := service.Post(t.Context(), document(word))
						if err != nil || answer.Status != http.StatusOK {
							t.Errorf("%s: %v, %d %s", word, err, answer.Status, answer.Body)
						} else {
							pdfcheck.In(t, answer.Body, pdfcheck.Whole(), pdfcheck.Text(word))
						}
						done <- struct{}{}
					}
				})
			}
			killed := 0
			for n := range clients * documents {
				<-done // so that the kills are spread over the load
				if n%2 == 0 && killed < times*len(victims) && kill(t, service, victims[killed%len(victims)]) {
					killed++
				}
			}
			load.Wait()
			require.Equal(t, times*len(victims), killed, "there must be something to kill")
			if t.Failed() {
				t.Logf("the log: %s", service.Log())
			}
			for _, p := range service.Processes() {
				require.False(t, p.Zombie, "%s is a zombie", p.Command)
			}
		})
	}
}

// isBrowser recognises the browser's main process among those that it starts, and the shell that starts it.
func isBrowser(command string) bool {
	return strings.Contains(command, "--remote-debugging-pipe") && !strings.Contains(command, "--type=") && !strings.HasPrefix(command, "/bin/sh")
}

// kill kills a process of the service that matches.
func kill(t *testing.T, service *harness.Service, dies victim) bool {
	t.Helper()
	for _, p := range service.Processes() {
		if dies(p.Command) && !p.Zombie {
			return syscall.Kill(p.PID, syscall.SIGKILL) == nil
		}
	}
	return false
}

// document is a request for several pages that hold a word.
func document(word string) []byte {
	rows := strings.Repeat("<tr><td>row</td><td>of a table</td></tr>", 100)
	body, err := json.Marshal(map[string]string{"html": "<!doctype html><h1>" + word + "</h1><table>" + rows + "</table>"})
	if err != nil {
		panic(err)
	}
	return body
}

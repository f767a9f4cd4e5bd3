package engines_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/integration/harness"
	"platen/ports/machine"
	"platen/ports/pdfcheck"
)

// TestWkhtmltopdfUnderLoad: 8 clients send 200 documents to 2 processes, while the test watches the processes. Some documents use
// the network, after which the process is replaced; some clients do not wait.
func TestWkhtmltopdfUnderLoad(t *testing.T) {
	const engine, documents, clients, configured = "wkhtmltopdf", 200, 8, 2
	site := openSite(t)
	service := start(t, engine, fmt.Sprint("PLATEN_RENDER_CONCURRENCY=", configured), site.allowed())
	before := files(t, service.Temp)

	most, looks := 0, 0
	seen := map[int]bool{}
	stop := watch(func() {
		living := 0
		for _, p := range machine.Tree(service.PID()) {
			// Other processes list the fonts, and zombies will be waited for.
			if p.Name == engine && !p.Zombie {
				living++
				seen[p.PID] = true
			}
		}
		most, looks = max(most, living), looks+1
	})
	var load sync.WaitGroup
	for client := range clients {
		load.Go(func() {
			for n := range documents / clients {
				send(t, service, site, n, fmt.Sprintf("client%ddocument%d", client, n))
			}
		})
	}
	load.Wait()
	stop()
	t.Logf("%d looks, %d processes in all, %d at once at most", looks, len(seen), most)
	require.Equal(t, configured, most, "processes at once")
	require.Greater(t, len(seen), configured, "none was ever replaced")

	// The last processes may still be starting.
	require.Eventually(t, func() bool {
		engines := 0
		for _, p := range service.Processes() {
			if p.Zombie {
				return false
			}
			if !p.Watchdog() {
				engines++
			}
		}
		return engines == configured
	}, 10*time.Second, 10*time.Millisecond, "processes afterwards: %v", service.Processes())
	require.Eventually(t, func() bool { return len(files(t, service.Temp)) <= len(before) }, 10*time.Second, 10*time.Millisecond,
		"files before and afterwards")
}

// watch calls look every 5 ms, until the returned function is called. That function waits for the last call.
func watch(look func()) (stop func()) {
	end := make(chan struct{})
	var watching sync.WaitGroup
	watching.Go(func() {
		for {
			look()
			select {
			case <-time.After(5 * time.Millisecond):
			case <-end:
				return
			}
		}
	})
	return func() {
		close(end)
		watching.Wait()
	}
}

// send sends the n-th document of a client.
func send(t *testing.T, service *harness.Service, site *site, n int, word string) {
	html := "<p>" + word + "</p>"
	ctx := t.Context()
	switch n % 10 {
	case 3:
		html += `<img src="` + site.URL + `/green.png">`
	case 7:
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, 5*time.Millisecond)
		defer cancel()
	}
	body, err := json.Marshal(map[string]string{"html": html})
	if err != nil {
		t.Error(err)
		return
	}
	answer, err := service.Post(ctx, body)
	switch {
	case ctx.Err() != nil: // this client has gone
	case err != nil || answer.Status != http.StatusOK:
		t.Errorf("%s: %v, %d %s", word, err, answer.Status, answer.Body)
	default:
		pdfcheck.In(t, answer.Body, pdfcheck.Whole(), pdfcheck.Text(word))
	}
}

// files are the files in a folder and below it, without those that disappear meanwhile.
func files(t *testing.T, folder string) (found []string) {
	t.Helper()
	_ = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			found = append(found, path)
		}
		return nil
	})
	return found
}

package integration_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/integration/harness"
	"platen/ports/pdfcheck"
)

// TestContractRateLimit: every key has its own limit, and only authenticated requests count.
func TestContractRateLimit(t *testing.T) {
	t.Parallel()
	const burst = 5
	const other = "the-key-of-another-client"
	service := harness.Start(t, quick, "PLATEN_AUTH_KEYS=tests="+harness.Key+",other="+other,
		"PLATEN_RATE_LIMIT_REQUESTS=2", "PLATEN_RATE_LIMIT_WINDOW=1h", fmt.Sprintf("PLATEN_RATE_LIMIT_BURST=%d", burst))
	as := func(key string) call { return call{header: map[string]string{"Authorization": "Bearer " + key}} }
	// Requests that fail before the limit cost no token.
	for range 3 * burst {
		refused(t, as("wrong").to(t, service), http.StatusUnauthorized)
	}
	refused(t, call{path: "/elsewhere"}.to(t, service), http.StatusNotFound)
	refused(t, call{method: http.MethodGet}.to(t, service), http.StatusMethodNotAllowed)
	for left := burst - 1; left >= 0; left-- {
		answer := as(harness.Key).to(t, service)
		delivered(t, answer)
		require.Regexp(t, `^"[^"]+";q=2;w=3600$`, answer.Header.Get("RateLimit-Policy"))
		require.Regexp(t, fmt.Sprintf(`^"[^"]+";r=%d;t=\d+$`, left), answer.Header.Get("RateLimit"))
	}
	for range 2 {
		answer := as(harness.Key).to(t, service)
		refused(t, answer, http.StatusTooManyRequests)
		seconds, err := strconv.Atoi(answer.Header.Get("Retry-After"))
		require.NoError(t, err)
		require.Positive(t, seconds)
		require.LessOrEqual(t, seconds, 1800, "two an hour: the next one comes within half an hour")
		require.Regexp(t, `^"[^"]+";r=0;t=\d+$`, answer.Header.Get("RateLimit"))
		require.NotEmpty(t, answer.Header.Get("RateLimit-Policy"))
	}
	// The other client has its whole limit.
	require.Contains(t, as(other).to(t, service).Header.Get("RateLimit"), fmt.Sprintf("r=%d", burst-1))
	refused(t, as("wrong").to(t, service), http.StatusUnauthorized)
}

// TestContractKeyLimit: the limit of a key holds without a burst of its own, too; that of the configuration would be more than its requests.
func TestContractKeyLimit(t *testing.T) {
	t.Parallel()
	few := strings.Replace(entry("few", "the-key-of-few"), "}", `, "rate_limit": {"requests": 2, "window": "1h"}}`, 1)
	service := harness.Start(t, quick, "PLATEN_RATE_LIMIT_REQUESTS=600", "PLATEN_AUTH_KEYS_FILE="+file(t, "keys.yaml", "["+few+"]"))
	exhaust(t, service, "the-key-of-few", 2)
	require.Contains(t, call{}.to(t, service).Header.Get("RateLimit"), "r=59")
}

// TestContractRateLimitComesBack: after Retry-After a request is granted.
func TestContractRateLimitComesBack(t *testing.T) {
	t.Parallel()
	service := harness.Start(t, quick, "PLATEN_RATE_LIMIT_REQUESTS=5", "PLATEN_RATE_LIMIT_WINDOW=1s", "PLATEN_RATE_LIMIT_BURST=1")
	granted := func() bool {
		answer := call{body: "{}"}.to(t, service)
		if answer.Status == http.StatusTooManyRequests {
			require.Equal(t, "1", answer.Header.Get("Retry-After"), "whole seconds, at least 1")
			return false
		}
		refused(t, answer, http.StatusBadRequest)
		return true
	}
	for range 3 {
		// On a busy machine, a few requests may each take as long as the next one takes to come back.
		for n := 0; granted(); n++ {
			require.Less(t, n, 100, "none is refused")
		}
		for !granted() {
			continue
		}
	}
}

// TestContractNoRateLimit: 0 requests, as all shared services have it, mean that there is no limit.
func TestContractNoRateLimit(t *testing.T) {
	t.Parallel()
	service := shared(t, both[0])
	for range 100 {
		answer := call{body: "{}"}.to(t, service)
		refused(t, answer, http.StatusBadRequest)
		require.Empty(t, answer.Header.Get("RateLimit"))
	}
}

// TestContractResourceLimits: a resource that is too slow or too large is left out.
func TestContractResourceLimits(t *testing.T) {
	t.Parallel()
	for _, engine := range both {
		t.Run(engine, func(t *testing.T) {
			web := openSite(t)
			web.put("/large.png", "image/png", noisePNG(400)) // 160,000 bytes of noise
			web.hold("/slow.png")
			service := harness.Start(t, "PLATEN_ENGINE="+engine, web.allowed(), "PLATEN_EGRESS_TIMEOUT=500ms", "PLATEN_EGRESS_MAX_BYTES=100KiB")
			for _, path := range []string{"/large.png", "/slow.png"} {
				answer := printed(t, service, fields{"html": "<p>rest</p>" + fmt.Sprintf(picture, web.URL+path)})
				require.Equal(t, 1, failures(t, answer), path)
				pdfcheck.In(t, answer.Body, pdfcheck.Text("rest"))
				require.Contains(t, service.Log(), path)
			}
			require.Zero(t, failures(t, printed(t, service, fields{"html": fmt.Sprintf(picture, web.URL+"/green.png")})))
		})
	}
}

// TestContractEgressAllow: CIDRs, hosts and host:port pairs.
func TestContractEgressAllow(t *testing.T) {
	t.Parallel()
	web, other := openSite(t), openSite(t)
	for allow, reached := range map[string][2]bool{
		"":                            {false, false},
		"127.0.0.0/8":                 {true, true},
		"127.0.0.1":                   {true, true},
		"10.0.0.0/8, " + other.host(): {false, true},
	} {
		t.Run(allow, func(t *testing.T) {
			service := harness.Start(t, quick, "PLATEN_EGRESS_ALLOW="+allow)
			for i, site := range []*site{web, other} {
				answer := printed(t, service, fields{"html": fmt.Sprintf(picture, site.URL+"/green.png")})
				require.Equal(t, map[bool]int{true: 0, false: 1}[reached[i]], failures(t, answer))
			}
		})
	}
}

// TestContractMemory: a document that takes more than chrome.max_memory is a 500, and other documents are not affected.
func TestContractMemory(t *testing.T) {
	t.Parallel()
	service := harness.Start(t, "PLATEN_CHROME_MAX_MEMORY=200MiB", "PLATEN_RENDER_CONCURRENCY=2")
	cells := strings.Repeat("<b>x</b>", 600_000)
	done := call{body: fields{"html": cells}}.send(t.Context(), service)
	for {
		select {
		case got := <-done:
			require.NoError(t, got.err)
			refused(t, got.Answer, http.StatusInternalServerError)
			require.NotRegexp(t, regexp.MustCompile(`(?i)panic|exit status|signal`), string(got.Body))
			return
		case <-time.After(200 * time.Millisecond):
			says(t, service, fields{"html": "<p>meanwhile</p>"}, pdfcheck.Text("meanwhile"))
		}
	}
}

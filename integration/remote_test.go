package integration_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/integration/harness"
	"platen/ports/machine"
	"platen/ports/pdfcheck"
	"platen/ports/rendertest"
)

// TestRemoteChrome: the service prints in a browser that it did not start, with headers, pictures and no scripts, works again after
// the browser's end, and reaches the network through its own proxy on the configured address.
func TestRemoteChrome(t *testing.T) {
	t.Parallel()
	site := openSite(t)
	addr := machine.FreeAddress(t)
	browser := harness.StartBrowser(t, addr, harness.BrowserFlags(t)...)
	service := harness.Start(t, "PLATEN_CHROME_URL=http://"+addr, "PLATEN_EGRESS_ADDR=127.0.0.2", site.allowed())
	for _, p := range service.Processes() {
		require.NotContains(t, p.Command, "--type=", "the service starts no browser")
	}
	body := fields{
		"html":       `<p>Body</p><img src="` + site.URL + `/green.png" width="100"><script>document.body.innerHTML = "scripted"</script>`,
		"headerHtml": `<p>Header <span class="pageNumber"></span></p>`,
	}
	check := func() {
		t.Helper()
		answer := printed(t, service, body)
		pdfcheck.In(t, answer.Body, pdfcheck.Whole(), pdfcheck.Text("Body", "Header 1"), pdfcheck.NoText("scripted"))
		require.Equal(t, "0", answer.Header.Get("Platen-Resources-Failed"))
		require.Equal(t, "chrome", answer.Header.Get("Platen-Engine"))
		require.NotContains(t, answer.Header.Get("Platen-Fingerprint"), "fonts=", "they are not known")
	}
	check()
	told, err := doctor(t, "PLATEN_CHROME_URL=http://"+addr, "PLATEN_AUTH_KEYS=a="+harness.Key)
	require.NoError(t, err, told)
	require.Contains(t, told, "127.0.0.1, whose memory and sandbox are its own")
	require.NotContains(t, strings.ReplaceAll(told, "! root runs this", ""), "!")
	require.NotEmpty(t, site.visits("/green.png"))
	refused := printed(t, service, fields{"html": `<img src="http://` + addr + `/json/version">`})
	require.Equal(t, "1", refused.Header.Get("Platen-Resources-Failed"), "the browser's own port is not public")

	browser.Kill()
	require.Eventually(t, func() bool { return !ready(t, service).Ready }, time.Minute, 20*time.Millisecond)
	harness.StartBrowser(t, addr, harness.BrowserFlags(t)...)
	require.Eventually(t, func() bool { return ready(t, service).Ready }, time.Minute, 20*time.Millisecond)
	check()
}

// TestRemoteRendererDies: a document whose renderer dies is printed again, in a remote browser too.
func TestRemoteRendererDies(t *testing.T) {
	t.Parallel()
	site := openSite(t)
	asked, release := site.hold("/held.png")
	addr := machine.FreeAddress(t)
	browser := harness.StartBrowser(t, addr, harness.BrowserFlags(t)...)
	service := harness.Start(t, "PLATEN_CHROME_URL=http://"+addr, site.allowed())
	done := make(chan harness.Answer)
	go func() {
		answer, _ := call{body: fields{"html": `<p>Late</p><img src="` + site.URL + `/held.png">`}}.try(t.Context(), service)
		done <- answer
	}()
	<-asked
	require.NotZero(t, browser.KillRenderers(t))
	close(release)
	answer := <-done
	require.Equal(t, http.StatusOK, answer.Status, "%s", answer.Body)
	pdfcheck.In(t, answer.Body, pdfcheck.Whole(), pdfcheck.Text("Late"))
}

// TestRemoteChromeIsChecked: a browser without the flags that keep the promises is refused, and so is a wrong address.
func TestRemoteChromeIsChecked(t *testing.T) {
	t.Parallel()
	addr := machine.FreeAddress(t)
	harness.StartBrowser(t, addr, harness.BrowserFlags(t)[1:]...)
	for _, test := range []struct {
		settings []string
		exit     int
		told     []string
	}{
		{[]string{"PLATEN_CHROME_URL=http://" + addr}, 1, []string{"chrome.url", harness.BrowserFlags(t)[0]}},
		{[]string{"PLATEN_CHROME_URL=http://" + rendertest.DeadAddress(t)}, 1, []string{"chrome.url", "connection refused"}},
		{[]string{"PLATEN_CHROME_URL=ftp://secret@" + addr}, 2, []string{"chrome.url"}},
		{[]string{"PLATEN_CHROME_URL=http://" + addr, "PLATEN_CHROME_BIN=chromium"}, 2, []string{"chrome.bin"}},
		{[]string{"PLATEN_CHROME_URL=http://chrome.example:9222"}, 2, []string{"egress.addr", "chrome.example"}},
		{[]string{"PLATEN_CHROME_URL=ws://192.0.2.1:9222/x", "PLATEN_EGRESS_ADDR=0.0.0.0"}, 2, []string{"egress.addr"}},
		{[]string{"PLATEN_CHROME_URL=http://" + addr, "PLATEN_EGRESS_ADDR=192.0.2.1"}, 2, []string{"egress.addr"}},
	} {
		settings := append([]string{"PLATEN_AUTH_KEYS=a=b", "PLATEN_HTTP_ADDR=127.0.0.1:0", "PLATEN_ADMIN_ADDR=", "TMPDIR=" + t.TempDir()}, test.settings...)
		command := harness.Command(t, settings, "serve")
		output, err := command.CombinedOutput()
		require.Error(t, err, "%q", test.settings)
		require.Equal(t, test.exit, command.ProcessState.ExitCode(), "%s", output)
		require.NotContains(t, string(output), "secret")
		for _, part := range test.told {
			require.Contains(t, string(output), part)
		}
	}
}

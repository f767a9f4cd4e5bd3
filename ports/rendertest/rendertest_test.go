package rendertest

import (
	"bytes"
	"image/png"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/ports/machine"
)

// client returns an HTTP client of a new session, and the session's Drain.
func client(t *testing.T, egress *Egress) (*http.Client, func() domain.Traffic) {
	session, err := egress.Open()
	require.NoError(t, err)
	proxy := http.ProxyURL(&url.URL{Scheme: "http", Host: session.Addr()})
	return &http.Client{Transport: &http.Transport{Proxy: proxy, DisableKeepAlives: true}}, session.Drain
}

func TestEgressPassesAndCounts(t *testing.T) {
	egress, site := OpenEgress(t), openSite(t)
	site.serve("/here", "text/plain", []byte("content"))
	c, drain := client(t, egress)
	answer, err := c.Get(site.url("/here"))
	require.NoError(t, err)
	body, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	require.Equal(t, "content", string(body))
	_, err = c.Get(site.url("/not-here?secret"))
	require.NoError(t, err)
	answer, err = c.Get("http://" + DeadAddress(t) + "/x")
	require.NoError(t, err)
	require.Equal(t, http.StatusBadGateway, answer.StatusCode)

	traffic := drain()
	require.Equal(t, 3, traffic.Requests)
	require.Len(t, traffic.Failed, 2)
	require.Equal(t, domain.FailedResource{URL: site.url("/not-here"), Reason: "answered 404"}, traffic.Failed[0])
	require.Zero(t, drain())
	require.Len(t, egress.sessions(), 1)
}

// TestEgressDrainCloses: Drain closes the connections under way.
func TestEgressDrainCloses(t *testing.T) {
	egress, site := OpenEgress(t), openSite(t)
	asked, _ := site.hold("/held")
	c, drain := client(t, egress)
	done := make(chan int, 1)
	go func() {
		if answer, err := c.Get(site.url("/held")); err == nil {
			done <- answer.StatusCode
		}
		close(done)
	}()
	<-asked
	require.Equal(t, 1, drain().Requests)
	require.NotEqual(t, http.StatusOK, <-done)
	require.Zero(t, drain(), "a closed connection does not count for the next document")
}

// Another program must recognise the font.
func TestSquareFont(t *testing.T) {
	path := filepath.Join(t.TempDir(), "square.ttf")
	require.NoError(t, os.WriteFile(path, SquareFont(), 0o600))
	out, err := exec.CommandContext(t.Context(), machine.Program(t, "fc-scan"), "--format", "%{family} %{charset}", path).CombinedOutput()
	require.NoError(t, err, "fc-scan, Debian package fontconfig: %s", out)
	require.Equal(t, "Square 20-7e", string(out))
}

func TestPNG(t *testing.T) {
	picture, err := png.Decode(bytes.NewReader(pngOf(green)))
	require.NoError(t, err)
	require.Equal(t, 16, picture.Bounds().Dx())
}

// Nothing listens there, and no other program can get the address.
func TestDeadAddress(t *testing.T) {
	address := DeadAddress(t)
	_, err := net.Dial("tcp", address)
	require.ErrorIs(t, err, syscall.ECONNREFUSED)
	_, err = net.Listen("tcp", address)
	require.ErrorIs(t, err, syscall.EADDRINUSE)
}

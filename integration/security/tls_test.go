package security_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/adapters/engines"
	"platen/domain"
	"platen/integration/harness"
	"platen/ports/pdfcheck"
)

// picturesPerHost is more than one: an engine that bypasses its proxy does so from the second request to a host on.
const picturesPerHost = 6

// TestPicturesByTLS loads several pictures from each of several hosts, of which one speaks HTTP/2, and a style sheet. Only the service
// connects to them, and none of its engines. To such hosts that are not allowed, nothing connects.
func TestPicturesByTLS(t *testing.T) {
	for _, engine := range engines.All().Names() {
		t.Run(engine, func(t *testing.T) {
			ca := newAuthority(t)
			open := func() []*tlsHost {
				return []*tlsHost{ca.serve(t, "127.0.0.1", false), ca.serve(t, "127.0.0.2", true), ca.serve(t, "127.0.0.3", false)}
			}
			hosts, refused, styles := open(), open(), ca.serve(t, "127.0.0.4", false)
			allowed := []string{styles.address()}
			for _, h := range hosts {
				allowed = append(allowed, h.address())
			}
			service := start(t, engine, "PLATEN_EGRESS_CA_FILE="+ca.file, "PLATEN_EGRESS_ALLOW="+strings.Join(allowed, ","))
			for _, h := range append(hosts, styles) {
				h.expect(service.PID())
			}
			pageRules(t, service, styles)
			const documents = 3
			for range documents {
				require.Equal(t, "0", print(t, service, gallery(hosts).with()).Header.Get("Platen-Resources-Failed"))
			}
			for _, h := range hosts {
				asked, strangers := h.visits()
				require.Equal(t, documents*picturesPerHost, asked, h.URL)
				require.Zero(t, strangers, "connections to %s that the service did not make", h.URL)
			}
			for range documents {
				answer := print(t, service, gallery(refused).with())
				require.Equal(t, fmt.Sprint(len(refused)*picturesPerHost), answer.Header.Get("Platen-Resources-Failed"))
			}
			for _, h := range refused {
				require.Zero(t, h.connections(), h.URL)
			}
		})
	}
}

// pageRules: a style sheet of an HTTPS host decides the paper. It is requested by the service alone, once for a document.
func pageRules(t *testing.T, service *harness.Service, host *tlsHost) {
	t.Helper()
	answer := print(t, service, html(fmt.Sprintf(`<link rel=stylesheet href="%s/page.css">`, host.URL)).with())
	require.Equal(t, "0", answer.Header.Get("Platen-Resources-Failed"))
	pdfcheck.In(t, answer.Body, pdfcheck.Paper(domain.Size{Width: 148 * domain.Millimetre, Height: 210 * domain.Millimetre}))
	asked, strangers := host.visits()
	require.Equal(t, 1, asked)
	require.Zero(t, strangers)
}

// gallery is a document of pictures with different addresses.
func gallery(hosts []*tlsHost) document {
	var b strings.Builder
	for n := range picturesPerHost {
		for _, h := range hosts {
			fmt.Fprintf(&b, `<img src="%s/%d.png">`, h.URL, n)
		}
	}
	return html(b.String())
}

// tlsHost is a host on loopback that recognises the process of each connection.
type tlsHost struct {
	*httptest.Server

	mu                       sync.Mutex
	guard                    int // the only process that may connect
	opened, strangers, asked int // connections, those of other processes, and requests
}

func (h *tlsHost) address() string { return h.Listener.Addr().String() }

// expect sets the only process that may connect.
func (h *tlsHost) expect(guard int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.guard = guard
}

// visits are the requests, and the connections of other processes.
func (h *tlsHost) visits() (asked, strangers int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.asked, h.strangers
}

func (h *tlsHost) connections() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.opened
}

// opens counts a connection. Reading the kernel's table takes long, so it is read here and not for each request.
func (h *tlsHost) opens(conn net.Conn) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.opened++
	if !holds(h.guard, conn.RemoteAddr().String()) {
		h.strangers++
	}
}

// ServeHTTP answers a request for CSS with a page rule, and every other one with a drawing.
func (h *tlsHost) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	h.asked++
	h.mu.Unlock()
	if strings.HasSuffix(r.URL.Path, ".css") {
		w.Header().Set("Content-Type", "text/css")
		_, _ = w.Write([]byte("@page { size: A5 }"))
		return
	}
	w.Header().Set("Content-Type", "image/svg+xml")
	_, _ = w.Write([]byte(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>`))
}

// holds reports whether a process has the local end of an IPv4 connection, proc_pid_net(5).
func holds(pid int, end string) bool {
	address := netip.MustParseAddrPort(end)
	ip := address.Addr().As4()
	local := fmt.Sprintf("%02X%02X%02X%02X:%04X", ip[3], ip[2], ip[1], ip[0], address.Port())
	table, _ := os.ReadFile("/proc/net/tcp")
	for line := range strings.Lines(string(table)) {
		const localAddress, inode = 1, 9
		fields := strings.Fields(line)
		if len(fields) <= inode || fields[localAddress] != local {
			continue
		}
		open, _ := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", pid))
		for _, path := range open {
			if to, err := os.Readlink(path); err == nil && to == "socket:["+fields[inode]+"]" {
				return true
			}
		}
	}
	return false
}

// tlsAuthority issues certificates; its own certificate is in a file.
type tlsAuthority struct {
	key  *ecdsa.PrivateKey
	cert *x509.Certificate
	file string
}

func newAuthority(t testing.TB) tlsAuthority {
	t.Helper()
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "tests"}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), KeyUsage: x509.KeyUsageCertSign,
	}
	a := tlsAuthority{key: newKey(t), file: filepath.Join(t.TempDir(), "ca.pem")}
	der, err := x509.CreateCertificate(rand.Reader, template, template, a.key.Public(), a.key)
	require.NoError(t, err)
	a.cert, err = x509.ParseCertificate(der)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(a.file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600))
	return a
}

func newKey(t testing.TB) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	return key
}

// serve opens a host at a loopback address.
func (a tlsAuthority) serve(t testing.TB, ip string, http2 bool) *tlsHost {
	t.Helper()
	template := &x509.Certificate{
		SerialNumber: big.NewInt(2), IPAddresses: []net.IP{net.ParseIP(ip)}, NotBefore: a.cert.NotBefore, NotAfter: a.cert.NotAfter,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	key := newKey(t)
	der, err := x509.CreateCertificate(rand.Reader, template, a.cert, key.Public(), a.key)
	require.NoError(t, err)
	listener, err := net.Listen("tcp", ip+":0")
	require.NoError(t, err)

	h := &tlsHost{}
	h.Server = httptest.NewUnstartedServer(h)
	require.NoError(t, h.Listener.Close())
	h.Listener, h.EnableHTTP2 = listener, http2
	h.TLS = &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}
	h.Config.ConnState = func(conn net.Conn, state http.ConnState) {
		if state == http.StateNew {
			h.opens(conn)
		}
	}
	h.StartTLS()
	t.Cleanup(func() {
		h.CloseClientConnections()
		h.Close()
	})
	return h
}

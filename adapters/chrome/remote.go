package chrome

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/go-rod/rod/lib/proto"
)

// remoteURL parses chrome.url; nil if it is empty. Errors do not repeat it, since it may hold a token.
func (c Config) remoteURL() (*url.URL, error) {
	if c.URL == "" {
		return nil, nil
	}
	u, err := url.Parse(c.URL)
	if err != nil || u.Hostname() == "" || !slices.Contains([]string{"ws", "wss", "http", "https"}, u.Scheme) {
		return nil, errors.New("chrome.url: it is not of the form http://host:port or ws://host:port/path")
	}
	return u, nil
}

// RemoteHost is the host of chrome.url; empty if the service starts its own browser.
func (c Config) RemoteHost() string {
	if u, err := c.remoteURL(); err == nil && u != nil {
		return u.Hostname()
	}
	return ""
}

// connect connects to the browser of chrome.url and waits until it answers. ctx bounds both.
func (e *Engine) connect(ctx context.Context) (*browser, error) {
	u, err := e.cfg.remoteURL()
	if err != nil {
		return nil, err
	}
	shown := u.Scheme + "://" + u.Host
	socket, err := dialRemote(ctx, u)
	if err != nil {
		return nil, fmt.Errorf("chrome.url: no browser at %s: %w; start one with --remote-debugging-port, or correct the address", shown, err)
	}
	b := newBrowser(e)
	b.path, b.transport = shown, socket
	go b.awaitDisconnect()
	if err := b.handshake(ctx); err != nil {
		b.close()
		return nil, fmt.Errorf("chrome.url: the browser at %s: %w", shown, err)
	}
	return b, nil
}

// dialRemote opens the WebSocket of a browser. An http address is asked for the socket's path, which changes with each start of
// the browser. Chrome answers only requests whose Host is an IP address or localhost, so other names are replaced.
func dialRemote(ctx context.Context, u *url.URL) (*socket, error) {
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}} // without the proxy of the environment
	defer client.CloseIdleConnections()
	if strings.HasPrefix(u.Scheme, "ws") {
		return dialSocket(ctx, client, u.String(), "")
	}
	host := ""
	if net.ParseIP(u.Hostname()) == nil {
		host = "localhost"
	}
	found, err := socketAddress(ctx, client, u, host)
	if err != nil {
		return nil, err
	}
	return dialSocket(ctx, client, found, host)
}

// socketAddress asks a browser for the path of its WebSocket.
func socketAddress(ctx context.Context, client *http.Client, u *url.URL, host string) (string, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, u.JoinPath("json/version").String(), nil)
	if err != nil {
		return "", err
	}
	request.Host = host
	response, err := client.Do(request)
	if err != nil {
		return "", errors.Unwrap(err) // the wrapping repeats the address
	}
	defer response.Body.Close()
	var version struct {
		Socket string `json:"webSocketDebuggerUrl"`
	}
	if err := json.NewDecoder(io.LimitReader(response.Body, 1<<16)).Decode(&version); err != nil || response.StatusCode != http.StatusOK {
		return "", fmt.Errorf("/json/version answers %s, not with a browser's version", response.Status)
	}
	socket, err := url.Parse(version.Socket)
	if err != nil || socket.Path == "" {
		return "", errors.New("/json/version has no webSocketDebuggerUrl")
	}
	socket.Scheme, socket.Host, socket.User = strings.Replace(u.Scheme, "http", "ws", 1), u.Host, u.User
	return socket.String(), nil
}

// requiredFlags are those of flags that no call can replace. Without them scripts of frames could run, a context without a proxy
// would reach the network, and text would be laid out in other widths.
var requiredFlags = []string{
	scriptsFlag, "--disable-site-isolation-trials", "--proxy-server=http://127.0.0.1:9", "--proxy-bypass-list=<-loopback>",
	"--hide-scrollbars", "--force-color-profile=srgb", "--font-render-hinting=none",
}

// checkFlags returns an error that names the required flags that a remote browser was started without.
func (b *browser) checkFlags(root session) error {
	info, err := proto.SystemInfoGetInfo{}.Call(root)
	if err != nil {
		return err
	}
	lacking := slices.DeleteFunc(slices.Clone(requiredFlags), func(flag string) bool { return strings.Contains(info.CommandLine, flag) })
	if len(lacking) > 0 {
		return fmt.Errorf("start it with %s", strings.Join(lacking, " "))
	}
	return nil
}

// awaitDisconnect is to a remote browser what reap is to one of this machine: it waits for the end of the connection.
func (b *browser) awaitDisconnect() {
	<-b.alive.Done()
	b.transport.Close()
	close(b.reaped)
}

// crash asks the browser to crash a tab's renderer process, which works even while the process is busy with a layout.
func (t *tab) crash() {
	ctx, cancel := context.WithTimeout(t.browser.alive, time.Second)
	defer cancel()
	_ = proto.PageCrash{}.Call(t.page(ctx)) // often without an answer
}

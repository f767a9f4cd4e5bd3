package egress

import (
	"bufio"
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"time"
)

// maxConnectAnswer bounds the header of an upstream proxy's answer to CONNECT.
const maxConnectAnswer = 64 << 10

// PingUpstream connects to the upstream proxy, if there is one.
func (c Config) PingUpstream(ctx context.Context) error {
	upstream, err := c.upstream()
	if err != nil || upstream == nil {
		return err
	}
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", upstream.Host)
	if err != nil {
		return err
	}
	return conn.Close()
}

func (d *guardedDialer) dialUpstream(ctx context.Context) (net.Conn, error) {
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", d.upstream.Host)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errUpstream, err)
	}
	return conn, nil
}

// tunnel connects to address through the upstream proxy.
func (d *guardedDialer) tunnel(ctx context.Context, address netip.AddrPort) (net.Conn, error) {
	conn, err := d.dialUpstream(ctx)
	if err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) })
	err = askForTunnel(conn, d.upstream, address.String())
	if !stop() && err == nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		_ = conn.Close()
		return nil, fmt.Errorf("%w: %w", errUpstream, err)
	}
	return conn, nil
}

func askForTunnel(conn net.Conn, upstream *url.URL, address string) error {
	request := &http.Request{
		Method: http.MethodConnect,
		URL:    &url.URL{Opaque: address},
		Host:   address,
		Header: http.Header{"User-Agent": {"Platen"}},
	}
	if u := upstream.User; u != nil {
		password, _ := u.Password()
		credentials := base64.StdEncoding.EncodeToString([]byte(u.Username() + ":" + password))
		request.Header.Set("Proxy-Authorization", "Basic "+credentials)
	}
	if err := request.Write(conn); err != nil {
		return err
	}
	reader := bufio.NewReader(io.LimitReader(conn, maxConnectAnswer))
	answer, err := http.ReadResponse(reader, request)
	if err != nil {
		return err
	}
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return status(answer.StatusCode)
	}
	if reader.Buffered() > 0 {
		return fmt.Errorf("it sent data before the tunnel was used")
	}
	return nil
}

// tunnelled checks the answer to a CONNECT that a transport sent itself.
func tunnelled(_ context.Context, _ *url.URL, _ *http.Request, answer *http.Response) error {
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%w: %w", errUpstream, status(answer.StatusCode))
	}
	return nil
}

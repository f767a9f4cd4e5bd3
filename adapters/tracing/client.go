package tracing

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/binary"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/cenkalti/backoff/v5"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace"
	otlp "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

var _ otlptrace.Client = (*client)(nil)

const (
	maxAnswer    = 1 << 16 // the bytes that are read of a receiver's answer
	frameHeader  = 5       // a message of gRPC follows whether it is compressed, in a byte, and its size
	protobufType = "application/x-protobuf"
)

// client posts spans to a receiver, as the specification of OTLP 1.x says: https://opentelemetry.io/docs/specs/otlp/. A call of gRPC is
// such a post too, over HTTP/2: https://grpc.github.io/grpc/core/md_doc__p_r_o_t_o_c_o_l-_h_t_t_p2.html. The clients of OpenTelemetry need
// the gRPC module and its gateway even for HTTP, which are an eighth of the time in which the service is compiled.
type client struct {
	http    *http.Client
	address string
	header  http.Header
	grpc    bool
	gzip    bool
}

// variable is the one of a name that counts: that for traces has precedence over that for all signals.
func variable(name string) string {
	if traces := "OTEL_EXPORTER_OTLP_TRACES_" + name; os.Getenv(traces) != "" {
		return traces
	}
	return "OTEL_EXPORTER_OTLP_" + name
}

func option(name string) string { return os.Getenv(variable(name)) }

// endpoint is the address to which traces are posted over HTTP. gRPC's may lack the scheme.
func endpoint() (*url.URL, error) {
	address := option("ENDPOINT")
	if os.Getenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") == "" {
		address = strings.TrimSuffix(address, "/") + "/v1/traces"
	}
	if !strings.Contains(address, "://") {
		scheme := "https://"
		if strings.EqualFold(option("INSECURE"), "true") {
			scheme = "http://"
		}
		address = scheme + address
	}
	receiver, err := url.Parse(address)
	if err != nil || receiver.Hostname() == "" {
		return nil, fmt.Errorf("%s is not a URL as in http://collector:4318", variable("ENDPOINT"))
	}
	return receiver, nil
}

// newClient makes a client as the environment says.
func newClient() (*client, error) {
	receiver, err := endpoint()
	if err != nil {
		return nil, err
	}
	milliseconds, err := strconv.Atoi(cmp.Or(option("TIMEOUT"), "10000"))
	if err != nil {
		return nil, fmt.Errorf("%s: %q is no number of milliseconds", variable("TIMEOUT"), option("TIMEOUT"))
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	if transport.TLSClientConfig, err = tlsConfig(); err != nil {
		return nil, err
	}
	c := &client{
		http:   &http.Client{Transport: transport, Timeout: time.Duration(milliseconds) * time.Millisecond},
		header: http.Header{"User-Agent": {"OTel OTLP Exporter Go/" + otlptrace.Version()}},
		gzip:   option("COMPRESSION") == "gzip",
	}
	for pair := range strings.SplitSeq(option("HEADERS"), ",") {
		name, value, _ := strings.Cut(pair, "=")
		if value, err = url.PathUnescape(strings.TrimSpace(value)); err == nil && value != "" {
			c.header.Set(strings.TrimSpace(name), value)
		}
	}
	encoding := "Content-Encoding"
	switch protocol := cmp.Or(option("PROTOCOL"), "http/protobuf"); protocol {
	case "http/protobuf":
		c.header.Set("Content-Type", protobufType)
	case "grpc":
		c.grpc, encoding = true, "Grpc-Encoding"
		c.header.Set("Content-Type", "application/grpc")
		c.header.Set("Te", "trailers")
		receiver.Path = "/opentelemetry.proto.collector.trace.v1.TraceService/Export"
		transport.Protocols = new(http.Protocols)
		transport.Protocols.SetHTTP2(true)
		transport.Protocols.SetUnencryptedHTTP2(true)
	default:
		return nil, fmt.Errorf("%s: %q is not supported; use http/protobuf, on port 4318 by default, or grpc, on port 4317",
			variable("PROTOCOL"), protocol)
	}
	if c.gzip {
		c.header.Set(encoding, "gzip")
	}
	c.address = receiver.String()
	return c, nil
}

// tlsConfig has the authority that signs the receiver's certificate, and the client's own certificate.
func tlsConfig() (*tls.Config, error) {
	config := &tls.Config{}
	if file := option("CERTIFICATE"); file != "" {
		config.RootCAs = x509.NewCertPool()
		pem, err := os.ReadFile(file)
		if err == nil && !config.RootCAs.AppendCertsFromPEM(pem) {
			err = fmt.Errorf("%s has no certificate in PEM", file)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", variable("CERTIFICATE"), err)
		}
	}
	if file := option("CLIENT_CERTIFICATE"); file != "" {
		own, err := tls.LoadX509KeyPair(file, option("CLIENT_KEY"))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", variable("CLIENT_CERTIFICATE"), err)
		}
		config.Certificates = []tls.Certificate{own}
	}
	return config, nil
}

// Start implements otlptrace.Client. Connections are made when they are needed.
func (c *client) Start(context.Context) error { return nil }

// Stop implements otlptrace.Client.
func (c *client) Stop(context.Context) error {
	c.http.CloseIdleConnections()
	return nil
}

// UploadTraces implements otlptrace.Client. It tries again, for as long as ctx lasts, while the receiver asks for it.
func (c *client) UploadTraces(ctx context.Context, spans []*otlp.ResourceSpans) error {
	// TracesData has the one field of ExportTraceServiceRequest, whose package imports gRPC's module.
	body, err := proto.Marshal(&otlp.TracesData{ResourceSpans: spans})
	if err != nil {
		return err
	}
	var message bytes.Buffer
	if c.gzip {
		w := gzip.NewWriter(&message)
		_, _ = w.Write(body) // a bytes.Buffer takes all
		_ = w.Close()
	} else {
		message.Write(body)
	}
	body = message.Bytes()
	if c.grpc {
		frame := binary.BigEndian.AppendUint32([]byte{0}, uint32(len(body))) //nolint:gosec // a batch of spans is no 4 GiB
		if c.gzip {
			frame[0] = 1
		}
		body = append(frame, body...)
	}
	_, err = backoff.Retry(ctx, func() (struct{}, error) { return struct{}{}, c.post(ctx, body) })
	return err
}

// post makes one attempt. Unless its error is a backoff.PermanentError, another one may succeed.
func (c *client) post(ctx context.Context, body []byte) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.address, bytes.NewReader(body))
	if err != nil {
		return backoff.Permanent(err)
	}
	request.Header = c.header.Clone()
	answer, err := c.http.Do(request)
	if err != nil {
		return backoff.Permanent(err)
	}
	defer func() { _ = answer.Body.Close() }()
	said, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer))
	if err != nil {
		return backoff.Permanent(err)
	}
	switch answer.StatusCode {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		err = fmt.Errorf("%s: %s", c.address, answer.Status)
		if seconds, absent := strconv.Atoi(answer.Header.Get("Retry-After")); absent == nil {
			err = fmt.Errorf("%w: %w", err, backoff.RetryAfter(seconds))
		}
		return err
	case http.StatusOK, http.StatusAccepted, http.StatusNoContent:
	default:
		return backoff.Permanent(fmt.Errorf("%s: %s: %.200q", c.address, answer.Status, said))
	}
	if c.grpc {
		if err := callError(answer); err != nil {
			return err
		}
		said = said[min(frameHeader, len(said)):]
	}
	// An ExportTraceServiceResponse of a receiver that took all spans is empty, or has an empty partial_success.
	if protobuf := c.grpc || answer.Header.Get("Content-Type") == protobufType; protobuf && len(said) > 2 {
		return backoff.Permanent(fmt.Errorf("%s did not take all spans: %.200q", c.address, said))
	}
	return nil
}

// callError is the error of a call of gRPC, whose status is in the trailer, or in the header if nothing else follows.
func callError(answer *http.Response) error {
	field := func(name string) string { return cmp.Or(answer.Trailer.Get(name), answer.Header.Get(name)) }
	status := field("Grpc-Status")
	if status == "0" {
		return nil
	}
	err := fmt.Errorf("gRPC status %q: %s", status, field("Grpc-Message"))
	switch status {
	case "1", "4", "10", "11", "14", "15": // cancelled, too late, aborted, out of range, unavailable, lost data: OTLP says to try again
		return err
	}
	return backoff.Permanent(err)
}

package httpapi

import (
	"context"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"time"

	"go.opentelemetry.io/otel/trace"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"platen/adapters/internal/problem"
	"platen/domain"
)

// clientGone is the status in the log for a client that closed the connection before the answer; nginx logs the same.
const clientGone = 499

// logAccess writes one line for the request, and one for each resource that failed to load. No line holds a key, a body,
// a value or a query.
func (x *exchange) logAccess() {
	status, took := x.status, time.Since(x.started)
	if status == 0 {
		status = clientGone
	}
	x.server.observe(status, took)
	fields := []zap.Field{
		zap.String("request_id", x.id),
		traceField(x.request.Context()),
		zap.String("remote", x.server.remote(x.request)),
		zap.String("method", clip(x.request.Method)),
		zap.String("path", clip(x.request.URL.Path)),
		zap.Int("status", status),
		zap.Int64("bytes_in", x.body.count),
		zap.Int("bytes_out", x.sent),
		zap.Float64("duration_ms", milliseconds(took)),
	}
	if x.client.Name != "" {
		fields = append(fields, zap.String("client", x.client.Name))
	}
	if x.code != "" {
		fields = append(fields, zap.String("code", string(x.code)), zap.String("message", clipTo(x.logged, maxMessage)))
	}
	if d := x.document; d.Engine != "" {
		fields = append(fields, zap.String("engine", d.Engine), zap.Int("pages", d.Pages),
			zap.Int("failed_resources", len(d.Traffic.Failed)))
	}
	if t := x.document.Timing; t != (domain.Timing{}) {
		fields = append(fields, zap.Float64("queue_ms", milliseconds(t.Queue)), zap.Float64("render_ms", milliseconds(t.Render)),
			zap.Float64("compose_ms", milliseconds(t.Compose)))
	}
	if f := x.document.Fetches; f.Resources > 0 {
		fields = append(fields, zap.Int("resources", f.Resources), zap.Float64("resources_ms", milliseconds(f.Waited)),
			zap.Dict("slowest_resource",
				zap.String("url", f.Slowest.URL), zap.Float64("ms", milliseconds(f.Slowest.Took)), zap.Int64("bytes", f.Slowest.Bytes)))
	}
	// The cause of a 4xx quotes the request, and the log holds no bodies.
	if x.err != nil && (status < 400 || status >= 500) {
		fields = append(fields, zap.Error(x.err))
	}
	x.server.log.Log(levelOf(status), "request", fields...)

	x.logFailed(x.document.Traffic.Failed)
}

// levelOf is the level of a request's line: a failure of the service is an error, one of the client is not.
func levelOf(status int) zapcore.Level {
	if status >= http.StatusInternalServerError {
		return zapcore.ErrorLevel
	}
	return zapcore.InfoLevel
}

// mostFailed bounds the lines for the failed resources of one document, and the reasons for the others. A hostile document can have
// 100,000 of them.
const mostFailed = 20

// logFailed writes a line for each of the first resources that failed to load, and one that counts the others by their reasons.
func (x *exchange) logFailed(failed []domain.FailedResource) {
	for _, f := range failed[:min(len(failed), mostFailed)] {
		x.server.log.Warn("a resource failed to load",
			zap.String("request_id", x.id), zap.String("url", f.URL), zap.String("reason", f.Reason))
	}
	if len(failed) <= mostFailed {
		return
	}
	reasons := map[string]int{}
	for _, f := range failed[mostFailed:] {
		reason, _, _ := strings.Cut(f.Reason, ":") // without details such as an address
		if reasons[reason] == 0 && len(reasons) >= mostFailed {
			reason = "other"
		}
		reasons[reason]++
	}
	x.server.log.Warn("more resources failed to load",
		zap.String("request_id", x.id), zap.Int("more", len(failed)-mostFailed), zap.Any("reasons", reasons))
}

// maxMessage bounds the message of an answer in the log. A message can name any number of placeholders.
const maxMessage = 512

// clip bounds a text of the client's in a log line.
func clip(s string) string { return clipTo(s, 128) }

func clipTo(s string, most int) string { return strings.ToValidUTF8(s[:min(len(s), most)], "?") }

// traceField is the id of the request's trace; no field if it has none.
func traceField(ctx context.Context) zap.Field {
	if span := trace.SpanContextFromContext(ctx); span.HasTraceID() {
		return zap.Stringer("trace_id", span.TraceID())
	}
	return zap.Skip()
}

// requestID is the client's own X-Request-Id where it is fit to be echoed and logged, else a new one.
func requestID(h http.Header) string {
	if id := h.Get("X-Request-Id"); fitID(id) {
		return id
	}
	return problem.NewID()
}

// fitID accepts printable ASCII, blanks included, of up to 128 characters.
func fitID(id string) bool {
	unprintable := func(r rune) bool { return r < ' ' || r > '~' }
	return id != "" && len(id) <= 128 && strings.IndexFunc(id, unprintable) < 0
}

// remote is the address of the request's client, for the log: that of the connection or, if a trusted proxy opened it, the last one in
// X-Forwarded-For that is no trusted proxy's. Clients can write anything before that.
func (s *Server) remote(r *http.Request) string {
	remote := r.RemoteAddr
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, hop := range slices.Backward(hops) {
		addr, _ := parseAddr(remote)
		trusted := slices.ContainsFunc(s.config.TrustedProxies, func(p netip.Prefix) bool { return p.Contains(addr) })
		next, err := parseAddr(strings.TrimSpace(hop))
		if !trusted || err != nil {
			break
		}
		remote = next.String()
	}
	return remote
}

// parseAddr reads an address with or without a port.
func parseAddr(text string) (netip.Addr, error) {
	if both, err := netip.ParseAddrPort(text); err == nil {
		return both.Addr().Unmap(), nil
	}
	addr, err := netip.ParseAddr(text)
	return addr.Unmap(), err
}

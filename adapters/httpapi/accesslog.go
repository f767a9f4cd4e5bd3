package httpapi

import (
	"strings"
	"time"

	"go.uber.org/zap"

	"platen/domain"
)

// clientGone is the status in the log where nobody was left to be answered, as other servers write it.
const clientGone = 499

// logAccess writes one line a request, and those of the resources that a document did without. No line holds a
// key, a body, a value or a query.
func (x *exchange) logAccess() {
	status := x.status
	if status == 0 {
		status = clientGone
	}
	fields := []zap.Field{
		zap.String("request_id", x.id),
		zap.String("remote", x.request.RemoteAddr),
		zap.String("method", clip(x.request.Method)),
		zap.String("path", clip(x.request.URL.Path)),
		zap.Int("status", status),
		zap.Int64("bytes_in", x.body.count),
		zap.Int("bytes_out", x.sent),
		zap.Duration("duration", time.Since(x.started)),
	}
	if x.client.Name != "" {
		fields = append(fields, zap.String("client", x.client.Name))
	}
	if x.code != "" {
		fields = append(fields, zap.String("code", string(x.code)))
	}
	if d := x.document; d.Engine != "" {
		fields = append(fields, zap.String("engine", d.Engine), zap.Int("pages", d.Pages),
			zap.Int("failed_resources", len(d.Traffic.Failed)))
	}
	// The cause of a 4xx is the client's own words coming back, so only ours is logged.
	if x.err != nil && (status < 400 || status >= 500) {
		fields = append(fields, zap.Error(x.err))
	}
	x.server.log.Info("request", fields...)

	x.logFailed(x.document.Traffic.Failed)
}

// mostFailed is how many failed resources of one document are logged by name. A hostile one has 100,000 of them.
const mostFailed = 1000

// logFailed writes a line for each resource that a document did without.
func (x *exchange) logFailed(failed []domain.FailedResource) {
	for _, f := range failed[:min(len(failed), mostFailed)] {
		x.server.log.Warn("the document did without a resource",
			zap.String("request_id", x.id), zap.String("url", f.URL), zap.String("reason", f.Reason))
	}
	if more := len(failed) - mostFailed; more > 0 {
		x.server.log.Warn("the document did without more resources", zap.String("request_id", x.id), zap.Int("more", more))
	}
}

// clip bounds what a stranger can put into a log line.
func clip(s string) string {
	const most = 128
	return strings.ToValidUTF8(s[:min(len(s), most)], "?")
}

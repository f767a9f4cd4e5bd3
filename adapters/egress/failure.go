package egress

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"

	"platen/domain"
)

// failure is why a resource failed to load, besides what the network reports.
type failure string

func (f failure) Error() string { return string(f) }

const (
	errTimeout      failure = "timed out"
	errTooLarge     failure = "larger than egress.max_bytes"
	errTotal        failure = "more than egress.max_total in one document"
	errTooMany      failure = "more requests than egress.max_requests in one document"
	errEncoding     failure = "compressed in a way that was not asked for"
	errNoPicture    failure = "answered with text, or nothing, where a picture or a font was asked for"
	errNoStyles     failure = "answered with another type where a style sheet was asked for"
	errRedirect     failure = "redirected to an address that is not http or https"
	errRedirects    failure = "redirected too often"
	errRequest      failure = "the engine's request cannot be read"
	errNoTLS        failure = "the engine started no TLS in its tunnel"
	errUpstream     failure = "the upstream proxy did not connect"
	errUnresponsive failure = "not requested: its server did not answer earlier requests of this document in time"
	errNetworkTime  failure = "not requested: this document used up its time for the network"
	errScopeClosed  failure = "requested after the document was finished"
	errPanic        failure = "an error of this service"
)

// status is the failure of an answer that is neither success nor a redirect.
func status(code int) failure { return failure(fmt.Sprintf("answered %d", code)) }

// reason describes, for the log, why a resource failed to load.
func reason(err error) string {
	var refused refusal
	var certificate *tls.CertificateVerificationError
	var dns *net.DNSError
	var connection *net.OpError
	var own failure
	switch {
	case errors.As(err, &refused):
		return "refused: " + refused.Error()
	case errors.Is(err, errTimeout), errors.Is(err, context.DeadlineExceeded):
		return errTimeout.Error()
	case errors.As(err, &certificate):
		return "bad certificate: " + certificateProblem(certificate.Err)
	case errors.Is(err, errUpstream):
		return err.Error()
	case errors.As(err, &dns) && dns.IsNotFound:
		return "no such host"
	case errors.As(err, &dns):
		return "the name could not be resolved"
	case errors.As(err, &connection) && connection.Op == "dial":
		return "no connection"
	case errors.As(err, &connection) && connection.Op == "remote error":
		return "no TLS"
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF), errors.As(err, &connection) && connection.Op == "read":
		return "the connection was broken off"
	case errors.As(err, &own):
		return own.Error()
	}
	return "no usable answer"
}

// certificateProblem describes what is wrong with a certificate. The error's own text lists other hosts and dates.
func certificateProblem(err error) string {
	var host x509.HostnameError
	var authority x509.UnknownAuthorityError
	var invalid x509.CertificateInvalidError
	switch {
	case errors.As(err, &host):
		return "it was issued for another host"
	case errors.As(err, &authority):
		return "it was issued by an unknown authority"
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return "it has expired or is not yet valid"
	}
	return "it is not valid"
}

// recovered turns a panic into an error: on a goroutine of its own it would end the service.
func recovered(err *error) {
	if cause := recover(); cause != nil {
		*err = fmt.Errorf("%w: %v", errPanic, cause)
	}
}

// failed describes a resource that did not load.
func failed(u *url.URL, err error) domain.FailedResource {
	return domain.NewFailedResource(u, reason(err))
}

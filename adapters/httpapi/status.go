package httpapi

import (
	"net/http"

	"platen/domain"
)

// statusOf returns the HTTP status of a code: contract, section 5.
func statusOf(code domain.Code) int {
	switch code {
	case domain.InvalidRequest:
		return http.StatusBadRequest
	case domain.Unauthorized:
		return http.StatusUnauthorized
	case domain.NotFound:
		return http.StatusNotFound
	case domain.MethodNotAllowed:
		return http.StatusMethodNotAllowed
	case domain.PayloadTooLarge:
		return http.StatusRequestEntityTooLarge
	case domain.UnsupportedMediaType:
		return http.StatusUnsupportedMediaType
	case domain.RateLimited:
		return http.StatusTooManyRequests
	case domain.Overloaded:
		return http.StatusServiceUnavailable
	case domain.Timeout:
		return http.StatusGatewayTimeout
	default:
		return http.StatusInternalServerError
	}
}

package domain_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
)

func TestAsError(t *testing.T) {
	own := domain.Invalidf("the field %s is wrong", "html")
	cause := errors.New("exit status 1 in /tmp/x")
	tests := map[string]struct {
		err  error
		code domain.Code
	}{
		"an Error":                  {own, domain.InvalidRequest},
		"an Error in the chain":     {fmt.Errorf("generate: %w", own), domain.InvalidRequest},
		"an Error among others":     {errors.Join(cause, own), domain.InvalidRequest},
		"an Error about a deadline": {&domain.Error{Code: domain.Overloaded, Message: "full", Err: context.DeadlineExceeded}, domain.Overloaded},
		"a passed deadline":         {fmt.Errorf("render: %w", context.DeadlineExceeded), domain.Timeout},
		"anything else":             {cause, domain.RenderFailed},
		"a cancelled context":       {context.Canceled, domain.RenderFailed},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := domain.AsError(tt.err)
			require.Equal(t, tt.code, got.Code)
			require.NotEmpty(t, got.Message)
			require.NotContains(t, got.Message, "/tmp", "the cause is not for the client")
			require.True(t, errors.Is(tt.err, got) || errors.Is(got, tt.err), "the cause is kept")
		})
	}
	require.Nil(t, domain.AsError(nil))
}

func TestErrorText(t *testing.T) {
	require.Equal(t, "invalid_request: the field html is wrong", domain.Invalidf("the field %s is wrong", "html").Error())
	cause := errors.New("cause")
	err := &domain.Error{Code: domain.Timeout, Message: "late", Err: cause}
	require.Equal(t, "timeout: late: cause", err.Error())
	require.ErrorIs(t, err, cause)
	require.ErrorIs(t, domain.EngineUnavailable(cause), cause)
}

package osprocess_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/internal/osprocess"
	"platen/domain"
)

// TestWatch: growth is reported at once, a stop when it lasts, and the end of the process not at all.
func TestWatch(t *testing.T) {
	const limit = 10 * domain.MiB
	grown, stopped := osprocess.Status{Resident: limit + 1}, osprocess.Status{Resident: limit, Stopped: true}
	for name, tt := range map[string]struct {
		statuses []osprocess.Status // one after the other; then it has ended
		limit    domain.ByteSize
		want     error
	}{
		"grown":         {[]osprocess.Status{{}, grown}, limit, osprocess.ErrOutgrown},
		"without limit": {[]osprocess.Status{{}, grown}, 0, nil},
		"stopped":       {slices.Repeat([]osprocess.Status{stopped}, 20), limit, osprocess.ErrStopped},
		"continued":     {append(slices.Repeat([]osprocess.Status{stopped}, 20)[1:], osprocess.Status{}, stopped), limit, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checks := 0
			require.Equal(t, tt.want, osprocess.Watch(t.Context(), func() (osprocess.Status, error) {
				if checks++; checks > len(tt.statuses) {
					return osprocess.Status{}, errors.New("it has ended")
				}
				return tt.statuses[checks-1], nil
			}, tt.limit))
		})
	}
	ended, end := context.WithCancel(t.Context())
	end()
	require.NoError(t, osprocess.Watch(ended, nil, 0))
}

package preview_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"platen/app/preview"
	"platen/ports"
)

// machine counts how often it is opened and closed.
type machine struct {
	opened, closed int
	fault          error
}

func (m *machine) open(context.Context) (ports.Generator, func() error, error) {
	if m.fault != nil {
		return nil, nil, m.fault
	}
	m.opened++
	return ports.GeneratorFunc(nil), func() error { m.closed++; return nil }, nil
}

func TestOnDemand(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &machine{fault: errors.New("not installed")}
		d := preview.NewOnDemand(m.open, time.Minute, time.Minute)
		_, _, err := d.Acquire(t.Context())
		require.EqualError(t, err, "not installed")

		m.fault = nil
		_, first, err := d.Acquire(t.Context())
		require.NoError(t, err)
		_, second, err := d.Acquire(t.Context())
		require.NoError(t, err)
		first()
		time.Sleep(time.Hour)
		synctest.Wait()
		require.Equal(t, machine{opened: 1}, *m, "it is closed while it is used")
		_, other, err := d.Acquire(t.Context())
		require.NoError(t, err)
		other()
		time.Sleep(30 * time.Second)
		second()
		time.Sleep(59 * time.Second)
		_, short, err := d.Acquire(t.Context())
		require.NoError(t, err)
		short()
		time.Sleep(2 * time.Second)
		synctest.Wait()
		require.Equal(t, machine{opened: 1}, *m, "it is closed though it was used again")
		time.Sleep(57 * time.Second)
		_, third, err := d.Acquire(t.Context())
		require.NoError(t, err)
		time.Sleep(2 * time.Second)
		synctest.Wait()
		require.Equal(t, machine{opened: 1}, *m, "it is closed though it is used again")
		third()
		time.Sleep(61 * time.Second)
		synctest.Wait()
		require.Equal(t, machine{opened: 1, closed: 1}, *m)

		_, fourth, err := d.Acquire(t.Context())
		require.NoError(t, err)
		require.NoError(t, d.Close())
		synctest.Wait()
		require.Equal(t, machine{opened: 2, closed: 2}, *m)
		fourth()
		require.NoError(t, d.Close())
		_, _, err = d.Acquire(t.Context())
		require.Error(t, err)
		time.Sleep(time.Hour)
		synctest.Wait()
		require.Equal(t, machine{opened: 2, closed: 2}, *m)
	})
}

// TestWhoOpensCanLeave: a document that is given up does not wait for the opening, which is for the next one.
func TestWhoOpensCanLeave(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, ready := &machine{}, make(chan struct{})
		d := preview.NewOnDemand(func(ctx context.Context) (ports.Generator, func() error, error) {
			<-ready
			return m.open(ctx)
		}, time.Hour, time.Minute)
		gone, leave := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, leave)
		_, _, err := d.Acquire(gone)
		require.ErrorIs(t, err, context.Canceled)
		close(ready)
		_, release, err := d.Acquire(t.Context())
		require.NoError(t, err)
		time.Sleep(time.Hour)
		synctest.Wait()
		require.Equal(t, machine{opened: 1}, *m)
		release()
		time.Sleep(time.Hour)
		synctest.Wait()
		require.Equal(t, machine{opened: 1, closed: 1}, *m)
		require.NoError(t, d.Close())
	})
}

// TestCloseEndsAnOpening, and who waits for it can leave.
func TestCloseEndsAnOpening(t *testing.T) {
	opening := make(chan struct{})
	d := preview.NewOnDemand(func(ctx context.Context) (ports.Generator, func() error, error) {
		close(opening)
		<-ctx.Done()
		return nil, nil, ctx.Err()
	}, time.Hour, time.Hour)
	ended := make(chan error)
	go func() {
		_, _, err := d.Acquire(t.Context())
		ended <- err
	}()
	<-opening
	gone, leave := context.WithCancel(t.Context())
	leave()
	_, _, err := d.Acquire(gone)
	require.ErrorIs(t, err, context.Canceled)
	go func() { _ = d.Close() }()
	require.ErrorIs(t, <-ended, context.Canceled)
}

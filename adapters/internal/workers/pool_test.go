package workers_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"

	"platen/adapters/internal/workers"
	"platen/domain"
	"platen/ports"
)

// program is an engine whose processes are started as the test wants.
type program struct {
	launch    func(ctx context.Context) error // nil: at once
	print     func(ctx context.Context) error // nil: at once
	processes []*process
	mu        sync.Mutex
}

func (p *program) start(ctx context.Context, _ bool) (workers.Process, error) {
	if p.launch != nil {
		if err := p.launch(ctx); err != nil {
			return nil, err
		}
	}
	started := &process{program: p, ended: make(chan struct{})}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.processes = append(p.processes, started)
	started.pid = 1<<30 + len(p.processes) // none of this machine's
	return started, nil
}

// kill ends all processes.
func (p *program) kill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, started := range p.processes {
		started.Close()
	}
}

func (p *program) pool(options workers.Options) *workers.Pool {
	options.Name, options.Launch, options.Recycle, options.Log = "engine", p.start, 100, zap.NewNop()
	return workers.New(options)
}

type process struct {
	program *program
	pid     int
	ended   chan struct{}
	end     sync.Once
	nice    atomic.Bool
	worn    bool
}

func (p *process) Print(ctx context.Context, _ domain.PrintJob, _ ports.NetworkScope) (domain.PDF, error) {
	if p.program.print != nil {
		if err := p.program.print(ctx); err != nil {
			p.worn = true
			return domain.PDF{}, err
		}
	}
	return domain.PDF{Content: []byte("PDF")}, nil
}

func (*process) Test(context.Context) error { return nil }
func (p *process) MakeReady() bool          { return !p.worn }
func (p *process) Close()                   { p.end.Do(func() { close(p.ended) }) }
func (p *process) Pid() int                 { return p.pid }
func (p *process) Ended() <-chan struct{}   { return p.ended }

func (p *process) GiveWay() error {
	p.nice.Store(true)
	return nil
}

// TestStartThatHangs: an engine that is gone, and whose start hangs, is not ready soon, and documents wait for 15 s. It comes back.
func TestStartThatHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &program{}
		pool := p.pool(workers.Options{Concurrency: 2})
		defer pool.Close()
		require.NoError(t, pool.Start(t.Context()))
		var works atomic.Bool
		p.launch = func(ctx context.Context) error {
			if works.Load() {
				return nil
			}
			<-ctx.Done()
			return ctx.Err()
		}
		p.kill()
		gone := time.Now()
		time.Sleep(2 * time.Second)
		require.ErrorContains(t, pool.Ready(), "being started")
		_, err := pool.Render(t.Context(), domain.PrintJob{}, ports.RenderOptions{})
		var known *domain.Error
		require.ErrorAs(t, err, &known)
		require.Equal(t, domain.Overloaded, known.Code)
		require.Equal(t, 15*time.Second, time.Since(gone))
		_, err = pool.Render(t.Context(), domain.PrintJob{}, ports.RenderOptions{})
		require.ErrorAs(t, err, &known)
		require.Equal(t, 15*time.Second, time.Since(gone), "others do not wait")

		works.Store(true)
		time.Sleep(2 * time.Minute)
		require.NoError(t, pool.Ready())
		_, err = pool.Render(t.Context(), domain.PrintJob{}, ports.RenderOptions{})
		require.NoError(t, err)
	})
}

// TestSlowStart: documents wait for a start that takes long, though others have failed before it.
func TestSlowStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &program{}
		pool := p.pool(workers.Options{Concurrency: 1})
		defer pool.Close()
		require.NoError(t, pool.Start(t.Context()))
		attempts := 0
		p.launch = func(context.Context) error {
			if attempts++; attempts < 3 {
				return errors.New("as the test wants")
			}
			time.Sleep(10 * time.Second)
			return nil
		}
		p.kill()
		_, err := pool.Render(t.Context(), domain.PrintJob{}, ports.RenderOptions{})
		require.NoError(t, err)
	})
}

// TestStartThatFails: documents wait for a few seconds only.
func TestStartThatFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &program{}
		pool := p.pool(workers.Options{Concurrency: 1, Spare: 1})
		defer pool.Close()
		require.NoError(t, pool.Start(t.Context()))
		p.launch = func(context.Context) error { return errors.New("as the test wants") }
		p.kill()
		gone := time.Now()
		_, err := pool.Render(t.Context(), domain.PrintJob{}, ports.RenderOptions{})
		require.Error(t, err)
		require.Less(t, time.Since(gone), 6*time.Second)
		require.ErrorContains(t, pool.Ready(), "as the test wants")
	})
}

// TestPersistentStart: Start tries until its context ends.
func TestPersistentStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fails := atomic.Int64{}
		fails.Store(9)
		problem := errors.New("as the test wants")
		p := &program{launch: func(context.Context) error {
			if fails.Add(-1) >= 0 {
				return problem
			}
			return nil
		}}
		pool := p.pool(workers.Options{Concurrency: 2, Persist: true})
		defer pool.Close()
		require.NoError(t, pool.Start(t.Context()))
		require.NoError(t, pool.Ready())

		fails.Store(1 << 40)
		hopeless := p.pool(workers.Options{Concurrency: 2, Persist: true})
		defer hopeless.Close()
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		err := hopeless.Start(ctx)
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.ErrorIs(t, err, problem)
		fails.Store(1)
		impatient := p.pool(workers.Options{Concurrency: 2})
		defer impatient.Close()
		require.ErrorIs(t, impatient.Start(t.Context()), problem)
	})
}

// TestGiveWay: processes of the background have a low priority as soon as all run, and not before.
func TestGiveWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &program{}
		last := make(chan struct{})
		var launches atomic.Int64
		p.launch = func(context.Context) error {
			if launches.Add(1) == 3 {
				<-last
			}
			return nil
		}
		pool := p.pool(workers.Options{Concurrency: 3, Background: true})
		defer pool.Close()
		started := make(chan error, 1)
		go func() { started <- pool.Start(t.Context()) }()
		synctest.Wait()
		require.Len(t, p.processes, 2)
		for _, one := range p.processes {
			require.False(t, one.nice.Load())
		}
		close(last)
		require.NoError(t, <-started)
		for _, one := range p.processes {
			require.True(t, one.nice.Load())
		}
	})
}

// TestCloseStartsNothing: the documents under way end with the pool, and no process is started in the place of theirs.
func TestCloseStartsNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &program{print: func(ctx context.Context) error {
			<-ctx.Done()
			return context.Cause(ctx)
		}}
		pool := p.pool(workers.Options{Concurrency: 2, Spare: 1})
		require.NoError(t, pool.Start(t.Context()))
		results := make(chan error, 4)
		for i := range cap(results) {
			go func() {
				_, err := pool.Render(t.Context(), domain.PrintJob{}, ports.RenderOptions{Isolated: i == 0})
				results <- err
			}()
		}
		synctest.Wait()
		require.Equal(t, 2, pool.Printing(), "without those that wait")
		started := len(p.processes)
		pool.Close()
		require.Len(t, p.processes, started)
		for _, one := range p.processes {
			<-one.Ended()
		}
		for range cap(results) {
			var known *domain.Error
			require.ErrorAs(t, <-results, &known)
			require.Equal(t, domain.Overloaded, known.Code)
		}
	})
}

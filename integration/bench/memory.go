package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"platen/integration/bench/measure"
	"platen/integration/bench/report"
)

// memory measures the peak memory of the service and its engine under load, compared with the bare engine at its greatest load. It is an
// experiment of its own because measuring takes time.
func memory(ctx context.Context, l *lab, engine string) (err error) {
	bar := l.bar(engine+": memory", 4)
	defer func() { _ = bar.Exit() }()
	bare, err := newFloor(ctx, engine)
	if err != nil {
		return err
	}
	defer bare.close()
	s, err := serve(ctx, l.program, engine)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Stop()) }()

	busiest := clients[len(clients)-1]
	for _, d := range []document{onePage, manyPages} {
		number := report.Number{Name: fmt.Sprintf("%s, %d clients: peak memory", d.name, busiest), Unit: report.Mebibytes}
		if number.Value, err = peak(ctx, l, s.PID(), s.print(d), busiest); err != nil {
			return err
		}
		_ = bar.Add(1)
		if bare.pid() != 0 {
			if number.Floor, err = peak(ctx, l, bare.pid(), bare.print(d), most(bare)); err != nil {
				return err
			}
			number.Against, number.Ratio = fmt.Sprintf("%s × %d", bare.name(), most(bare)), number.Value/number.Floor
		}
		_ = bar.Add(1)
		l.add(engine, number)
	}
	return nil
}

// peak is the most memory that a process and its descendants held while they were kept busy, in mebibytes.
func peak(ctx context.Context, l *lab, root int, print measure.Print, clients int) (float64, error) {
	var highest int64
	stop := measure.Watch(root, 100*time.Millisecond, func(tree []measure.Process) {
		highest = max(highest, measure.Memory(tree))
	})
	_, err := measure.Run(ctx, print, clients, l.heavy().Stretch)
	stop()
	return float64(highest) / (1 << 20), err
}

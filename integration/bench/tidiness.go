package main

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"strconv"
	"time"

	"golang.org/x/sync/errgroup"

	"platen/integration/bench/measure"
	"platen/integration/bench/report"
)

// tidiness prints 200 documents for 8 clients and counts what should not be left: engine processes, zombies, files.
func tidiness(ctx context.Context, l *lab, engine string) (err error) {
	const documents, clients, configured = 200, 8, 2
	bar := l.bar(engine+": 200 documents at 8 clients", documents)
	defer func() { _ = bar.Exit() }()
	s, err := serve(ctx, l.program, engine, "PLATEN_RENDER_CONCURRENCY="+strconv.Itoa(configured))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Stop()) }()
	idle, err := files(s.Temp())
	if err != nil {
		return err
	}
	processes, zombies := 0, 0
	ended := map[int]bool{} // at the last look: every process is a zombie until it is waited for
	stop := measure.Watch(s.PID(), 20*time.Millisecond, func(tree []measure.Process) {
		count, stayed, now := 0, 0, map[int]bool{}
		for _, p := range tree {
			switch {
			case p.Zombie:
				now[p.PID] = true
				if ended[p.PID] {
					stayed++
				}
			case p.Name == engine:
				count++
			}
		}
		ended = now
		processes, zombies = max(processes, count), max(zombies, stayed)
	})
	err = printSome(ctx, s.print(onePage), clients, documents, func() { _ = bar.Add(1) })
	stop()
	if err != nil {
		return err
	}
	after, err := files(s.Temp())
	if err != nil {
		return err
	}
	const what = "200 documents at 8 clients: "
	l.add(engine,
		report.Number{Name: what + "processes at once", Value: float64(processes), Promise: report.AtMost(configured)},
		report.Number{Name: what + "zombies that stay", Value: float64(zombies), Promise: report.AtMost(0)},
		report.Number{Name: what + "files more than before", Value: float64(after - idle), Promise: report.AtMost(0)},
	)
	return nil
}

// printSome prints a number of documents, some of them concurrently.
func printSome(ctx context.Context, print measure.Print, clients, documents int, step func()) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(clients)
	for i := range documents {
		group.Go(func() error {
			defer step()
			_, err := print(ctx, i)
			return err
		})
	}
	return group.Wait()
}

// files counts the files in and below a folder.
func files(folder string) (count int, err error) {
	err = filepath.WalkDir(folder, func(_ string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			count++
		}
		return err
	})
	return count, err
}

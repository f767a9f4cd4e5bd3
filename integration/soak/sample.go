package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"platen/integration/bench/measure"
	"platen/integration/program"
)

// sample is the memory, descriptors and zombies of the service and its engine at one moment.
type sample struct {
	at          time.Time
	memory      int64 // anonymous and shared memory of the whole process tree, in bytes
	service     int64 // the same for the service alone
	descriptors int   // open in the service itself
	zombies     []int // process ids
}

// takeSample takes a sample.
func takeSample(s *program.Service) sample {
	now := sample{at: time.Now()}
	tree, err := measure.Tree(s.PID())
	if err != nil {
		return now
	}
	now.memory = measure.AnonymousMemory(tree)
	now.service = measure.AnonymousMemory(tree[:1])
	for _, p := range tree {
		if p.Zombie {
			now.zombies = append(now.zombies, p.PID)
		}
	}
	open, _ := os.ReadDir(fmt.Sprintf("/proc/%d/fd", s.PID()))
	now.descriptors = len(open)
	return now
}

// watch takes a sample every two seconds until the context ends.
func watch(ctx context.Context, s *program.Service) (samples []sample) {
	for pause(ctx, 2*time.Second) == nil {
		samples = append(samples, takeSample(s))
	}
	return samples
}

// minute are the samples of the n-th minute of the load, counted from 0; -1 is the last.
func (o *outcome) minute(n int) (samples []sample) {
	if len(o.load) == 0 {
		return nil
	}
	from := o.load[0].at.Add(time.Duration(n) * time.Minute)
	if n < 0 {
		from = o.load[len(o.load)-1].at.Add(time.Duration(n) * time.Minute)
	}
	for _, s := range o.load {
		if !s.at.Before(from) && s.at.Before(from.Add(time.Minute+time.Second)) {
			samples = append(samples, s)
		}
	}
	return samples
}

// The numbers of a sample, for mean and most.
func memoryOf(s sample) float64      { return float64(s.memory) }
func serviceOf(s sample) float64     { return float64(s.service) }
func descriptorsOf(s sample) float64 { return float64(s.descriptors) }

// mean is the mean of a number over samples.
func mean(samples []sample, of func(sample) float64) float64 {
	sum := 0.0
	for _, s := range samples {
		sum += of(s)
	}
	return sum / float64(max(1, len(samples)))
}

// most is the largest of a number over samples.
func most(samples []sample, of func(sample) float64) (most float64) {
	for _, s := range samples {
		most = max(most, of(s))
	}
	return most
}

// zombies counts processes that were zombies in two successive samples. In one sample any process can be: it is a zombie
// until its parent waits for it.
func (o *outcome) zombies() int {
	seen, stayed := map[int]bool{}, map[int]bool{}
	for _, s := range o.load {
		now := map[int]bool{}
		for _, pid := range s.zombies {
			now[pid] = true
			if seen[pid] {
				stayed[pid] = true
			}
		}
		seen = now
	}
	return len(stayed)
}

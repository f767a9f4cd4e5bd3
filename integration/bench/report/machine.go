package report

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
)

// Machine is the machine on which the numbers were measured.
type Machine struct {
	CPU    string `json:"cpu"`
	Cores  int    `json:"cores"`
	Memory int64  `json:"memoryBytes"`
	Kernel string `json:"kernel"`
	Go     string `json:"go"`
	// Load is the number of processes that were running or waiting to run over the last minute, at the start.
	Load float64 `json:"load"`
	// Versions are the versions that the measured programs print.
	Versions []string `json:"versions"`
}

// ThisMachine describes this machine. Each program is run to print its version.
func ThisMachine(ctx context.Context, programs ...[]string) Machine {
	m := Machine{
		CPU:    entry("/proc/cpuinfo", "model name"),
		Cores:  runtime.NumCPU(),
		Kernel: strings.TrimSpace(read("/proc/sys/kernel/osrelease")),
		Go:     runtime.Version(),
	}
	kilobytes, _ := strconv.ParseInt(strings.TrimSuffix(entry("/proc/meminfo", "MemTotal"), " kB"), 10, 64)
	m.Memory = kilobytes * 1024
	if load := strings.Fields(read("/proc/loadavg")); len(load) > 0 {
		m.Load, _ = strconv.ParseFloat(load[0], 64)
	}
	for _, program := range programs {
		out, err := exec.CommandContext(ctx, program[0], program[1:]...).Output()
		version := strings.TrimSpace(string(out))
		if err != nil {
			version = fmt.Sprintf("%s: %v", program[0], err)
		}
		m.Versions = append(m.Versions, strings.SplitN(version, "\n", 2)[0])
	}
	return m
}

// Busy tells whether other work on the machine disturbs the measurements.
func (m Machine) Busy() bool { return m.Load > float64(m.Cores)/2 }

func (m Machine) write(w io.Writer) {
	fmt.Fprintf(w, "%s, %d cores, %.1f GiB, Linux %s, %s\n", m.CPU, m.Cores, float64(m.Memory)/(1<<30), m.Kernel, m.Go)
	fmt.Fprintln(w, strings.Join(m.Versions, ", "))
	if m.Busy() {
		fmt.Fprintf(w, "The machine was busy with other things (load %.1f): trust the ratios more than the values, and neither much.\n", m.Load)
	}
}

func read(name string) string {
	content, _ := os.ReadFile(name)
	return string(content)
}

// entry is the first value under a name in a file of "name: value" lines.
func entry(file, name string) string {
	lines := bufio.NewScanner(strings.NewReader(read(file)))
	for lines.Scan() {
		if key, value, found := strings.Cut(lines.Text(), ":"); found && strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return "unknown"
}

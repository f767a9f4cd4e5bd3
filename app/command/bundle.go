package command

import (
	"archive/tar"
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"time"

	"github.com/spf13/cobra"
	"go.uber.org/zap"

	"platen/app"
	"platen/configs"
	"platen/domain"
)

const (
	// lastLines is the number of log lines in a support bundle.
	lastLines = 5000
	// longestLine bounds the memory of one of them, in bytes.
	longestLine = 16 << 10
)

func bundleCommand() *cobra.Command {
	var out, log string
	command := &cobra.Command{
		Use:   "support-bundle",
		Short: "Write one archive for whoever helps you: checks, settings without secrets, versions, metrics, log",
		Long: `Write a .tar.gz with what platen doctor finds, the settings (keys, passwords and queries of addresses left out), versions, the
metrics and the state of the service that runs with these settings, and with --log the last 5,000 lines of its log. The archive
has no document and no key. Look at it before you send it: host names and the names of clients are in it.`,
		Example: `  platen support-bundle --config platen.yaml --log /var/log/platen.log
  journalctl -u platen -o cat | platen support-bundle --config /etc/platen/platen.yaml --log -`,
		RunE: withSettings(func(command *cobra.Command, config configs.Config, _ *zap.Logger) error {
			if err := checkOutputs(out); err != nil {
				return usage(err)
			}
			content, err := bundle(command, config, log)
			if err != nil {
				return err
			}
			if err = writeOutput(command.OutOrStdout(), out, content); err == nil && out != "-" {
				fmt.Fprintln(command.OutOrStdout(), out)
			}
			return err
		}),
	}
	command.Flags().StringVarP(&out, "out", "o", "platen-support.tar.gz", "the archive, a `file`; - is standard output")
	command.Flags().StringVar(&log, "log", "", "`file` with the service's log; - is standard input")
	return command
}

// bundled is a file of the archive.
type bundled struct {
	name    string
	content []byte
}

// bundle makes the archive. What cannot be had is there as the reason.
func bundle(command *cobra.Command, config configs.Config, log string) ([]byte, error) {
	var files []bundled
	if log != "" {
		lines, err := readLast(command.InOrStdin(), log)
		if err != nil {
			return nil, err
		}
		files = append(files, bundled{"log.jsonl", lines})
	}
	checkup, err := app.Examine(command.Context(), config, zap.NewNop(), progressOn(command))
	doctor := fmt.Appendln(nil, err)
	if err == nil {
		if doctor, err = domain.EncodeJSON(checkup, "  "); err != nil {
			return nil, err
		}
	}
	kernel, _ := os.ReadFile("/proc/version")
	system, _ := os.ReadFile("/etc/os-release")
	files = append(files,
		bundled{"doctor.json", doctor},
		bundled{"settings.yaml", config.WithoutSecrets()},
		bundled{"versions.txt", fmt.Appendf(nil, "platen %s, %s\n%s%s", version, runtime.Version(), kernel, system)},
		bundled{"metrics.txt", ask(command.Context(), config, "/metrics")},
		bundled{"readyz.json", ask(command.Context(), config, "/readyz")},
	)
	var archive bytes.Buffer
	packed := gzip.NewWriter(&archive)
	folder := tar.NewWriter(packed)
	for _, f := range files {
		header := &tar.Header{Name: "platen-support/" + f.name, Mode: 0o600, Size: int64(len(f.content)), ModTime: time.Now()}
		if err := folder.WriteHeader(header); err != nil {
			return nil, err
		}
		if _, err := folder.Write(f.content); err != nil {
			return nil, err
		}
	}
	err = errors.Join(folder.Close(), packed.Close())
	return archive.Bytes(), err
}

// ask returns what the admin listener of the running service answers, or why it does not.
func ask(ctx context.Context, config configs.Config, path string) []byte {
	_, answer, err := askAdmin(ctx, config.Admin.Addr, path)
	if err != nil {
		return []byte(err.Error())
	}
	return answer
}

// readLast returns the last lines of a log. One of more than longestLine counts as several.
func readLast(in io.Reader, path string) ([]byte, error) {
	if path != "-" {
		file, err := os.Open(path)
		if err != nil {
			return nil, usage(err)
		}
		defer file.Close()
		in = file
	}
	var last [][]byte
	for lines := bufio.NewReaderSize(in, longestLine); ; {
		line, err := lines.ReadSlice('\n')
		last = append(last, bytes.Clone(line))
		last = last[max(0, len(last)-lastLines):]
		if errors.Is(err, io.EOF) {
			return bytes.Join(last, nil), nil
		} else if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return nil, err
		}
	}
}

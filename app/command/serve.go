package command

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
	"go.uber.org/zap"

	"platen/app"
	"platen/configs"
)

func serveCommand(abort context.Context) *cobra.Command {
	return &cobra.Command{
		Use:   "serve",
		Short: "Serve POST /api/pdf/external",
		Long: `Serve POST /api/pdf/external until SIGINT or SIGTERM, then finish the documents under way (http.drain_delay,
http.drain_timeout). A second signal ends the service at once. SIGHUP reads auth.keys_file and egress.ca_file again.

At least one API key is needed, in auth.keys or auth.keys_file. The service prints one line on standard output when it
is ready; the log is JSON on standard error.`,
		Example: `  platen keys new billing >> keys.yaml       then set auth.keys_file: keys.yaml
  platen serve --config platen.yaml`,
		RunE: withSettings(func(command *cobra.Command, config configs.Config, log *zap.Logger) error {
			config.Admin.Version = version
			outliveLog()
			signals := app.Signals{Stop: command.Context(), Abort: abort, Reload: watchReload()}
			defer context.AfterFunc(signals.Stop, func() { notify("STOPPING=1") })()
			return app.Serve(signals, config, log, func(at app.Listening) {
				line := fmt.Sprintf("platen %s is ready on http://%s with %s, %s", version, at.Addr, at.Engine.Name, at.Engine.Version)
				if at.Admin != "" {
					line += fmt.Sprintf(", its health on http://%s/readyz", at.Admin)
				}
				fmt.Fprintln(command.OutOrStdout(), line)
				notify("READY=1")
			})
		}),
	}
}

// notify tells systemd the state of the service (sd_notify(3)), if systemd asks for it.
func notify(state string) {
	socket := os.Getenv("NOTIFY_SOCKET")
	if socket == "" {
		return
	}
	conn, err := net.DialUnix("unixgram", nil, &net.UnixAddr{Name: socket, Net: "unixgram"}) // a name that begins with @ is abstract here too
	if err != nil {
		fmt.Fprintln(os.Stderr, "platen: tell systemd:", err)
		return
	}
	_, _ = conn.Write([]byte(state))
	_ = conn.Close()
}

// watchSignals returns two contexts: stop ends with the first SIGINT or SIGTERM, abort with the second. The signals stay
// caught to the very end, so that none makes a failure of an orderly end.
func watchSignals() (stop, abort context.Context) {
	received := make(chan os.Signal, 2)
	signal.Notify(received, os.Interrupt, syscall.SIGTERM)
	stop, stopped := context.WithCancel(context.Background())
	abort, aborted := context.WithCancel(context.Background())
	go func() {
		<-received
		stopped()
		<-received
		aborted()
	}()
	return stop, abort
}

// outliveLog keeps the service when nobody reads its log any more: Go ends a program that writes to such a standard error, unless it
// receives SIGPIPE. If it ignored the signal, so would its engines.
func outliveLog() { signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) }

// watchReload receives a value for each SIGHUP; several that come together may be one.
func watchReload() <-chan os.Signal {
	received := make(chan os.Signal, 1)
	signal.Notify(received, syscall.SIGHUP)
	return received
}

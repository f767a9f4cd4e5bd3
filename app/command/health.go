package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/spf13/cobra"
	"go.uber.org/zap"

	"platen/configs"
)

// adminTimeout is longer than a service that is ready takes to say so.
const adminTimeout = 5 * time.Second

func healthCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "health",
		Short: "Ask the running service whether it is ready",
		Long: `Ask the service of this machine or container for /readyz on admin.addr, with the settings of the service, and print what it says.

The exit code is 0 if the service is ready, and 1 if it is not or does not answer within 5 seconds.`,
		Example: `  platen health --config platen.yaml`,
		RunE: withSettings(func(command *cobra.Command, config configs.Config, _ *zap.Logger) error {
			if config.Admin.Addr == "" {
				return usage(errors.New("admin.addr is empty: there is no listener to ask"))
			}
			status, answer, err := askAdmin(command.Context(), config.Admin.Addr, "/readyz")
			if err != nil {
				return fmt.Errorf("the service does not answer: %w", err)
			}
			_, _ = command.OutOrStdout().Write(answer)
			if status != http.StatusOK {
				return errors.New("the service is not ready")
			}
			return nil
		}),
	}
}

// askAdmin returns what the admin listener of the running service answers. Its address may have no host: that of every interface.
func askAdmin(ctx context.Context, addr, path string) (status int, answer []byte, err error) {
	ctx, cancel := context.WithTimeout(ctx, adminTimeout)
	defer cancel()
	client := http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, addr)
	}}}
	defer client.CloseIdleConnections()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://localhost"+path, http.NoBody)
	if err != nil {
		return 0, nil, err
	}
	response, err := client.Do(request)
	if err != nil {
		return 0, nil, err
	}
	defer func() { _ = response.Body.Close() }()
	answer, err = io.ReadAll(response.Body)
	return response.StatusCode, answer, err
}

package temporal

import (
	"context"
	"fmt"
	"net"
	"strconv"
	"time"

	"github.com/temporalio/ui-server/v2/server"
	"github.com/temporalio/ui-server/v2/server/config"
	"github.com/temporalio/ui-server/v2/server/server_options"
)

type webUI struct {
	server *server.Server
	ended  chan struct{}
}

// startUI serves the web UI and returns when it can be reached. The caller has checked that the address is free, for the
// UI ends the process when it is not.
func startUI(ctx context.Context, address, frontend string) (*webUI, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("the web UI's address: %w", err)
	}
	number, err := strconv.Atoi(port)
	if err != nil {
		return nil, fmt.Errorf("the web UI's port: %w", err)
	}
	ui := &webUI{ended: make(chan struct{}), server: server.NewServer(server_options.WithConfigProvider(&config.Config{
		TemporalGRPCAddress: frontend,
		Host:                host,
		Port:                number,
		EnableUI:            true,
		DefaultNamespace:    Namespace,
		DisableNewsFetch:    true,
		HideLogs:            true,
		CORS:                config.CORS{CookieInsecure: true}, // plain HTTP on the machine itself
	}))}
	go func() {
		defer close(ui.ended)
		ui.server.Start() //nolint:errcheck // a server that ends is noticed by its silence, and the process goes on without it
	}()
	if err := awaitListening(ctx, address); err != nil {
		return ui, fmt.Errorf("the web UI: %w", err)
	}
	return ui, nil
}

func awaitListening(ctx context.Context, address string) error {
	for {
		conn, err := new(net.Dialer).DialContext(ctx, "tcp", address)
		if err == nil {
			return conn.Close()
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(5 * time.Millisecond):
		}
	}
}

func (ui *webUI) stop() {
	ui.server.Stop()
	<-ui.ended
}

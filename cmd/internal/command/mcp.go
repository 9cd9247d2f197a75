package command

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"quire/cmd/internal/app"
	"quire/internal/door"
	"quire/internal/mcpserver"
)

// Service is the running service that a command is a client of.
type Service struct {
	Server string `env:"QUIRE_SERVER" default:"http://localhost:8080" help:"Address of the service."`
	Key    string `env:"QUIRE_API_KEY" help:"API key."`
}

// client returns a client of the service.
func (s Service) client() (*door.Client, error) {
	if s.Key == "" {
		return nil, errors.New("a key is required: set QUIRE_API_KEY, or give --key")
	}
	base := strings.TrimSuffix(strings.TrimRight(s.Server, "/"), "/api/v1")
	return &door.Client{Base: base, Header: http.Header{"Authorization": {"Bearer " + s.Key}}}, nil
}

// MCP serves assistants on the same machine.
type MCP struct{ Service }

// Help returns text that is added to the usage.
func (MCP) Help() string {
	return "Assistants start this command themselves and speak to it on standard input and output; docs/connect.md has the lines for them."
}

// Run serves until ctx or standard input ends.
func (c MCP) Run(ctx context.Context) error {
	client, err := c.client()
	if err != nil {
		return err
	}
	return mcpserver.ServeStdio(ctx, client, app.Version)
}

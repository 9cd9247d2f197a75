package command

import (
	"context"

	"quire/cmd/internal/app"
	"quire/internal/mcpserver"
)

// MCP serves MCP to assistants on the same machine.
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

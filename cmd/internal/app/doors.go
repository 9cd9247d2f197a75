package app

import (
	"net/http"
	"slices"

	"quire/api"
	"quire/internal/mcpserver"
)

// doorMCP is the Model Context Protocol.
const doorMCP = "mcp"

// doorNames are the protocols that can be served beside the API.
var doorNames = []string{doorMCP, "none"}

// doors returns the protocols that are served beside the API.
func (c Config) doors() []api.Door {
	var list []api.Door
	if slices.Contains(c.Doors, doorMCP) {
		list = append(list, api.Door{Prefix: "/mcp", MaxBody: mcpserver.MaxBody, Held: true, Handler: func(connect api.Connect) http.Handler {
			return mcpserver.Handler(connect, Version)
		}})
	}
	return list
}

package app

import (
	"net/http"
	"slices"

	"quire/api"
	"quire/internal/compat"
	"quire/internal/mcpserver"
)

// The protocols that can be served alongside the API.
const (
	doorMCP     = "mcp"
	doorDocling = "docling"
	doorOpenAI  = "openai"
	doorDify    = "dify"
)

// doorNames are the accepted values of the setting.
var doorNames = []string{doorMCP, doorDocling, doorOpenAI, doorDify, "none"}

// doors returns the protocols that are served alongside the API.
func (c Config) doors() []api.Door {
	var list []api.Door
	if slices.Contains(c.Doors, doorMCP) {
		list = append(list, api.Door{Prefix: "/mcp", MaxBody: mcpserver.MaxBody, RefusesPages: true, Handler: func(connect api.Connect) http.Handler {
			return mcpserver.Handler(connect, Version)
		}})
	}
	for _, d := range []struct {
		name, keyHeader string
		wrongKey        int
		handler         func(prefix string, connect compat.Connect) http.Handler
	}{
		{doorDocling, "X-Api-Key", 0, compat.Docling},
		{doorOpenAI, "", 0, compat.OpenAI},
		{doorDify, "", http.StatusForbidden, compat.Dify},
	} {
		if slices.Contains(c.Doors, d.name) {
			prefix := "/compat/" + d.name
			list = append(list, api.Door{Prefix: prefix, KeyHeader: d.keyHeader, WrongKey: d.wrongKey, Handler: func(connect api.Connect) http.Handler {
				return d.handler(prefix, connect)
			}})
		}
	}
	return list
}

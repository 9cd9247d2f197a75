package main

import (
	"io"
	"testing"

	"github.com/alecthomas/kong"

	"quire/cmd/internal/command"
	"quire/cmd/internal/usage/usagetest"
)

//nolint:paralleltest // it changes the working directory
func TestHelpOfEveryCommandHasExamplesThatParseAndTheExitStatuses(t *testing.T) {
	usagetest.Check(t, command.Examples(), func() (*kong.Kong, error) { return new(cli).parser(io.Discard, io.Discard) })
}

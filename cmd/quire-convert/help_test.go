package main

import (
	"io"
	"testing"

	"github.com/alecthomas/kong"

	"quire/cmd/internal/usage/usagetest"
)

//nolint:paralleltest // it changes the working directory
func TestHelpOfTheProgramHasExamplesThatParseAndTheExitStatuses(t *testing.T) {
	usagetest.Check(t, examples(), func() (*kong.Kong, error) { return new(program).parser(io.Discard, io.Discard) })
}

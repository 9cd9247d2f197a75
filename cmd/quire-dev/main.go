// Command quire-dev runs all of Quire in one process tree, on a machine with nothing but PostgreSQL and tesseract: the
// API, the worker, a Temporal server with its web UI and a private PostgreSQL. It also offers the product's commands
// for the service running in the same data directory.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"quire/cmd/internal/app"
	"quire/cmd/internal/command"
	"quire/cmd/internal/convertcmd"
	"quire/cmd/internal/exit"
	"quire/internal/convert"
	"quire/internal/convert/pdf/unipdf"
)

type cli struct {
	Run      runAll          `cmd:"" default:"1" help:"Run everything until Ctrl-C."`
	Temporal runTemporal     `cmd:"" help:"Run only the Temporal server and its web UI."`
	Receive  command.Receive `cmd:"" help:"Receive webhooks, check their signatures and print them."`
	command.Commands
	command.Flags
}

// parser returns the parser of the command line, which fills c.
func (c *cli) parser(stdout, stderr io.Writer) (*kong.Kong, error) {
	return kong.New(c, kong.Name("quire-dev"), kong.Writers(stdout, stderr), command.Options(),
		kong.Description("Quire on one machine: API, worker, Temporal and PostgreSQL in one process tree."))
}

func main() {
	convert.Handover(unipdf.Reader)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// A second signal ends the process at once.
	context.AfterFunc(ctx, stop)
	err := run(ctx, os.Args[1:], os.Environ(), os.Stdout, os.Stderr)
	if err != nil {
		fmt.Fprintln(os.Stderr, "quire-dev:", err)
	}
	os.Exit(exit.Code(ctx, err))
}

func run(ctx context.Context, args, environ []string, stdout, stderr io.Writer) error {
	cfg, faults, err := loadConfig(environ)
	if err != nil {
		return err
	}
	var c cli
	parser, err := c.parser(stdout, stderr)
	if err != nil {
		return err
	}
	k, err := parser.Parse(args)
	if err != nil {
		return err
	}
	if err := faults.Err(); err != nil && needsSettings(k.Command()) {
		return err
	}
	k.BindTo(command.AsOperator(ctx), (*context.Context)(nil))
	term := terminal{stdout, stderr}
	err = k.Run(cfg, cfg.environment(term, faults), convertcmd.Env{Stdout: stdout, Stderr: stderr, CacheDir: cfg.App.CacheDir, UniPDF: cfg.App.UniPDF}, term)
	if errors.Is(err, app.ErrNoDatabase) || errors.Is(err, app.ErrNoSecrets) {
		return fmt.Errorf("nothing is running in %s: start it with 'make run', or set QUIRE_DATA_DIR to the directory it runs in", cfg.DataDir)
	}
	return err
}

// needsSettings reports whether an invalid setting stops the command. Commands that use no settings run regardless, and
// so does doctor, which lists the invalid ones.
func needsSettings(selected string) bool {
	name, _, _ := strings.Cut(selected, " ")
	return !slices.Contains([]string{"receive", "doctor"}, name) && !command.NeedsNoSettings(name)
}

// terminal is what the person who started the process sees.
type terminal struct {
	out, err io.Writer
}

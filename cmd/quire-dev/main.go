// Command quire-dev is all of Quire in one process tree, on a machine with nothing but PostgreSQL and tesseract: the
// API, the worker, a Temporal server with its web UI and a private PostgreSQL. It also has the product's commands, for
// the service that runs in the same data directory.
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
	"quire/internal/convert"
)

type cli struct {
	Run      runAll             `cmd:"" default:"1" help:"Run everything until Ctrl-C."`
	Temporal runTemporal        `cmd:"" help:"Run only the Temporal server and its web UI."`
	Receive  command.Receive    `cmd:"" help:"Receive webhooks and print them with the verdict about their signature."`
	Convert  convertcmd.Command `cmd:"" help:"Convert files on the command line, without a server."`
	command.Commands
}

func main() {
	convert.Handover()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// A second signal ends the process at once.
	context.AfterFunc(ctx, stop)
	if err := run(ctx, os.Args[1:], os.Environ(), os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "quire-dev:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args, environ []string, stdout, stderr io.Writer) error {
	cfg, faults, err := loadConfig(environ)
	if err != nil {
		return err
	}
	var c cli
	parser, err := kong.New(&c, kong.Name("quire-dev"), kong.Writers(stdout, stderr), command.Durations(),
		kong.Description("Quire on one machine: API, worker, Temporal and PostgreSQL in one process tree."))
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
	err = k.Run(cfg, cfg.environment(term, faults), convertcmd.Env{Stdout: stdout, Stderr: stderr, CacheDir: cfg.App.CacheDir}, term)
	if errors.Is(err, app.ErrNoDatabase) {
		return fmt.Errorf("nothing runs in %s: start it with 'make run', or set QUIRE_DATA_DIR to where it runs", cfg.DataDir)
	}
	return err
}

// needsSettings reports whether a wrong setting ends the command: not those that use none, and not the doctor, which lists
// them.
func needsSettings(selected string) bool {
	name, _, _ := strings.Cut(selected, " ")
	return !slices.Contains([]string{"receive", "convert", "doctor"}, name)
}

// terminal is where the person who started the process looks.
type terminal struct {
	out, err io.Writer
}

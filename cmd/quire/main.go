// Command quire is the product's binary: the API, the worker and the operator's commands.
package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/alecthomas/kong"

	"quire/cmd/internal/app"
	"quire/cmd/internal/command"
	"quire/cmd/internal/convertcmd"
	"quire/cmd/internal/doctor"
	"quire/cmd/internal/exit"
	"quire/internal/convert"
	"quire/internal/convert/pdf/unipdf"
)

type cli struct {
	API    serveAPI    `cmd:"" name:"api" help:"Serve the HTTP API."`
	Worker serveWorker `cmd:"" help:"Serve the task queues: convert, deliver and clean up."`
	Index  serveIndex  `cmd:"" help:"Serve the index to the workers, in place of Qdrant."`
	Health healthcheck `cmd:"" name:"healthcheck" help:"Query /healthz or /readyz, for use as a container's health check."`
	command.Commands
	command.Flags
}

// parser returns the parser of the command line, which fills c.
func (c *cli) parser(stdout, stderr io.Writer) (*kong.Kong, error) {
	return kong.New(c, kong.Name("quire"), kong.Writers(stdout, stderr), command.Options(),
		kong.Description("Turns documents into Markdown, structured data and page-cited answers."), kong.UsageOnError())
}

func main() {
	convert.Handover(unipdf.Reader)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := run(ctx, os.Args[1:], os.Environ(), os.Stdout, os.Stderr)
	if err != nil {
		fmt.Fprintln(os.Stderr, "quire:", err)
	}
	os.Exit(exit.Code(ctx, err))
}

func run(ctx context.Context, args, environ []string, stdout, stderr io.Writer) error {
	cfg, faults := app.LoadConfig(environ)
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
	log := app.NewLogger(slog.NewJSONHandler(stderr, app.LogOptions(cfg.LogLevel)))
	k.BindTo(command.AsOperator(ctx), (*context.Context)(nil))
	env := &command.Env{Stdout: stdout, Stderr: stderr, Config: cfg, Exam: doctor.Exam{Faults: faults}}
	return k.Run(env, log, convertcmd.Env{Stdin: os.Stdin, Stdout: stdout, Stderr: stderr, CacheDir: cfg.CacheDir, UniPDF: cfg.UniPDF})
}

// needsSettings reports whether an invalid setting stops the command. Commands that use no settings run regardless, and
// so does doctor, which lists the invalid ones.
func needsSettings(selected string) bool {
	name, _, _ := strings.Cut(selected, " ")
	return !slices.Contains([]string{"healthcheck", "doctor"}, name) && !command.NeedsNoSettings(name)
}

// healthTimeout is shorter than the time that container runtimes allow for a health check.
const healthTimeout = 4 * time.Second

type healthcheck struct {
	URL string `arg:"" help:"Address of /healthz or /readyz."`
}

// Run fails if the address does not return 200.
func (h healthcheck) Run(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, healthTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, h.URL, nil)
	if err != nil {
		return err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("%s returned %s", h.URL, res.Status)
	}
	return nil
}

type serveAPI struct{}

// Run serves the API until ctx ends.
func (serveAPI) Run(ctx context.Context, e *command.Env, log *slog.Logger) error {
	l, err := app.Listen(ctx, e.Config.Listen)
	if err != nil {
		return err
	}
	return serve(ctx, e.Config, log, app.Roles{API: true}, l)
}

type serveWorker struct{}

// Run serves the task queues until ctx ends.
func (serveWorker) Run(ctx context.Context, e *command.Env, log *slog.Logger) error {
	return serve(ctx, e.Config, log, app.Roles{Worker: true}, nil)
}

type serveIndex struct{}

// Run serves the index until ctx ends.
func (serveIndex) Run(ctx context.Context, e *command.Env, log *slog.Logger) error {
	metrics, err := app.ListenMetrics(ctx, e.Config.MetricsListen)
	if err != nil {
		return err
	}
	a, err := app.Open(ctx, e.Config, app.Roles{Index: true}, log)
	if err != nil {
		return err
	}
	defer a.Close()
	l, err := app.ListenIndex(ctx, e.Config.IndexListen)
	if err != nil {
		return err
	}
	return a.ServeIndex(ctx, l, metrics)
}

func serve(ctx context.Context, cfg app.Config, log *slog.Logger, roles app.Roles, api net.Listener) error {
	metrics, err := app.ListenMetrics(ctx, cfg.MetricsListen)
	if err != nil {
		return err
	}
	a, err := app.Open(ctx, cfg, roles, log)
	if err != nil {
		return err
	}
	defer a.Close()
	return a.Run(ctx, app.Listeners{API: api, Metrics: metrics})
}

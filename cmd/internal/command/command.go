// Package command holds the operator's commands: accounts, keys, migrations and so on. The product's binary and the
// embedded run offer the same commands.
package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"reflect"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/alecthomas/kong"

	"quire/cmd/internal/app"
	"quire/cmd/internal/completion"
	"quire/cmd/internal/doctor"
	"quire/cmd/internal/settings"
	"quire/cmd/internal/usage"
	"quire/cmd/internal/version"
	"quire/schema"
)

// Env is the environment of a command.
type Env struct {
	Stdout io.Writer
	Stderr io.Writer
	Config app.Config
	// Exam and Checks are what the doctor examines, in addition to the configuration.
	Exam   doctor.Exam
	Checks []doctor.Check
}

// Commands are the commands for operating a service.
type Commands struct {
	Convert   Convert   `cmd:"" help:"Convert files and folders to Markdown, in this process or by a running service."`
	Ask       Ask       `cmd:"" help:"Ask a running service a question, and show the answer with the pages it comes from."`
	Upload    Upload    `cmd:"" help:"Bring a collection of a running service up to date with a folder."`
	Batch     Batch     `cmd:"" help:"Have a running service convert many documents together: send them, watch them, download all results."`
	Source    Source    `cmd:"" help:"Have a running service mirror a folder, an S3 bucket, a WebDAV folder or a mailbox into a collection regularly."`
	Account   Account   `cmd:"" help:"Create and list accounts, show and rotate their webhook secrets."`
	Key       Key       `cmd:"" help:"Create, list and revoke API keys."`
	LoginLink LoginLink `cmd:"" help:"Print a link that logs a browser in, once."`
	Audit     Audit     `cmd:"" help:"Read the audit log: who did what."`
	Migrate   Migrate   `cmd:"" help:"Migrate the database to this build's version."`
	Extractor Extractor `cmd:"" help:"Apply, list, show, delete and try out extractors."`
	Doctor    Doctor    `cmd:"" help:"Check configuration, dependencies, disk, clock and models, and say what to do."`
	Search    Search    `cmd:"" help:"Show the passages that best answer a question."`
	Eval      Eval      `cmd:"" help:"Measure the answers of a running service against expected ones, and compare runs."`
	MCP       MCP       `cmd:"" name:"mcp" statuses:"own" help:"Let an AI assistant on this machine use a running service (Model Context Protocol)."`
	Reindex   Reindex   `cmd:"" help:"Rebuild the index for the configured embedding model. Can be interrupted and run again."`

	Collection    Collection    `cmd:"" help:"Create, list and delete collections of a running service, and say how they keep and mask their files."`
	Version       Version       `cmd:"" help:"Print the version."`
	Completion    Completion    `cmd:"" help:"Print a script that makes a shell complete commands and flags."`
	CompleteWords CompleteWords `cmd:"" hidden:"" help:"Print the completions of the last word."`
}

// Flags are the flags of the program itself.
type Flags struct {
	Version kong.VersionFlag `help:"Print the version and exit."`
}

// Version prints the version.
type Version struct{}

// Run prints it.
func (Version) Run(e *Env) error {
	_, err := fmt.Fprintln(e.Stdout, version.Line())
	return err
}

// Options returns the options that the programs with these commands share.
func Options() kong.Option {
	return kong.OptionFunc(func(k *kong.Kong) error {
		return errors.Join(durations().Apply(k), kong.Vars{"version": version.Line()}.Apply(k),
			usage.Help(Examples()).Apply(k))
	})
}

// NeedsNoSettings reports whether the named command does not use the settings of the service.
func NeedsNoSettings(name string) bool {
	return slices.Contains([]string{"convert", "ask", "upload", "batch", "source", "collection", "eval", "mcp", "version", "completion", completion.Asked}, name)
}

// durations lets flags accept days and weeks, as settings do: 30d, 2w.
func durations() kong.Option {
	return kong.TypeMapper(reflect.TypeFor[time.Duration](), kong.MapperFunc(func(ctx *kong.DecodeContext, target reflect.Value) error {
		var text string
		if err := ctx.Scan.PopValueInto("duration", &text); err != nil {
			return err
		}
		d, err := settings.Duration(text)
		if err != nil {
			return fmt.Errorf("%q is not a duration: give one such as 90m, 36h or 30d", text)
		}
		target.SetInt(int64(d))
		return nil
	}))
}

// database opens the database for one command.
func (e *Env) database(ctx context.Context) (*schema.DB, error) {
	if e.Config.DatabaseURL == "" {
		return nil, app.ErrNoDatabase
	}
	db, err := schema.Open(ctx, e.Config.DatabaseURL, 4)
	if err != nil {
		return nil, err
	}
	if err := db.Ping(ctx); err != nil {
		db.Close()
		return nil, fmt.Errorf("the database does not respond (QUIRE_DATABASE_URL): %w", err)
	}
	return db, nil
}

// owner opens the database as the owner of its tables, for one command.
func (e *Env) owner(ctx context.Context) (*schema.DB, error) { return e.Config.OpenOwner(ctx) }

// search opens the database and the embedding model for one command.
func (e *Env) search(ctx context.Context) (*app.App, error) {
	if e.Config.DatabaseURL == "" {
		return nil, app.ErrNoDatabase
	}
	return app.OpenSearch(ctx, e.Config, slog.Default())
}

// table writes rows in aligned columns.
func (e *Env) table(header string, rows [][]any) error {
	w := tabwriter.NewWriter(e.Stdout, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, header)
	for _, row := range rows {
		for i, cell := range row {
			if i > 0 {
				fmt.Fprint(w, "\t")
			}
			fmt.Fprint(w, cell)
		}
		fmt.Fprintln(w)
	}
	return w.Flush()
}

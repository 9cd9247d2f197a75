// Command quire-convert converts files on the command line, like quire convert, without the rest of Quire: it is a third of
// the size and starts in a fifth of the time.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/alecthomas/kong"

	"quire/cmd/internal/convertcmd"
	"quire/cmd/internal/exit"
	"quire/cmd/internal/usage"
	"quire/cmd/internal/version"
	"quire/internal/convert"
)

type program struct {
	convertcmd.Command
	Version kong.VersionFlag `help:"Print the version and exit."`
}

// parser returns the parser of the command line, which fills p.
func (p *program) parser(stdout, stderr io.Writer) (*kong.Kong, error) {
	return kong.New(p, kong.Name("quire-convert"), kong.Writers(stdout, stderr), kong.Vars{"version": version.Line()}, usage.Help(examples()),
		kong.Description("Converts documents to Markdown."), kong.UsageOnError())
}

func examples() usage.Examples { return usage.Examples{"": convertcmd.Examples()} }

// gcPercent is the garbage collector's pace, in percent. This process holds little; most work is done in another, which
// has its own pace.
const gcPercent = 400

func main() {
	convert.Handover()
	debug.SetGCPercent(gcPercent)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := run(ctx, os.Args[1:], os.Getenv, os.Stdout, os.Stderr)
	if err != nil {
		fmt.Fprintln(os.Stderr, "quire-convert:", err)
	}
	os.Exit(exit.Code(ctx, err))
}

var errUniPDF = errors.New("QUIRE_PDF_ENGINE is not pdfium: this program reads PDFs with PDFium only; quire convert has the others")

func run(ctx context.Context, args []string, setting func(string) string, stdout, stderr io.Writer) error {
	var c program
	parser, err := c.parser(stdout, stderr)
	if err != nil {
		return err
	}
	if _, err := parser.Parse(args); err != nil {
		return err
	}
	if engine := setting("QUIRE_PDF_ENGINE"); engine != "" && engine != "pdfium" {
		return errUniPDF
	}
	return c.Run(ctx, convertcmd.Env{Stdin: os.Stdin, Stdout: stdout, Stderr: stderr, CacheDir: setting("QUIRE_CACHE_DIR")})
}

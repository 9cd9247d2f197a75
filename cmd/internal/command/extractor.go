package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"quire/api"
	"quire/cmd/internal/app"
	"quire/internal/extract"
	"quire/internal/extract/definition"
	"quire/internal/extract/render"
	"quire/schema"
)

// Extractor groups the commands about extractors.
type Extractor struct {
	Apply  ExtractorApply  `cmd:"" help:"Apply a definition: create an extractor, or a new version of it if its logic has changed."`
	List   ExtractorList   `cmd:"" help:"List the extractors of an account, its own and the catalog's."`
	Show   ExtractorShow   `cmd:"" help:"Print the definition of an extractor."`
	Delete ExtractorDelete `cmd:"" help:"Delete one of the account's own extractors; the documents of its runs stay."`
	Test   ExtractorTest   `cmd:"" help:"Run a definition on a document, without a server, and print the output and its evidence; or on all samples, and print what it breaks."`
}

// ExtractorApply creates or changes an extractor.
type ExtractorApply struct {
	File    string `short:"f" required:"" type:"existingfile" help:"The definition, in YAML."`
	Account string `default:"default" help:"The account's name."`
}

// Run checks the definition and stores it, unless it is invalid.
func (c *ExtractorApply) Run(ctx context.Context, e *Env) error {
	def, source, err := readDefinition(c.File)
	if err != nil {
		return err
	}
	return e.withAccount(ctx, c.Account, func(db *schema.DB, a schema.Account) error {
		applied, err := db.ApplyExtractor(ctx, a.ID, api.StoredDefinition(def, source), func(stored string) bool {
			return definition.SameLogic([]byte(stored), source)
		})
		if taken, ok := errors.AsType[*schema.Error](err); ok {
			return definition.Fault(filepath.Base(c.File), source, "slug", taken.Msg)
		}
		if err != nil {
			return err
		}
		verdict := "unchanged"
		if applied.Changed {
			verdict = "applied"
		}
		_, err = fmt.Fprintf(e.Stdout, "%s  %s  version %d  %s\n", applied.Slug, applied.ID, applied.Version, verdict)
		return err
	})
}

func readDefinition(file string) (*definition.Definition, []byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	source, err := io.ReadAll(io.LimitReader(f, definition.MaxBytes+1))
	if err != nil {
		return nil, nil, err
	}
	def, err := definition.Parse(filepath.Base(file), source)
	if err != nil {
		return nil, nil, fmt.Errorf("the definition is not valid:\n%w", err)
	}
	return def, source, nil
}

// ExtractorList lists extractors.
type ExtractorList struct {
	Account string `default:"default" help:"The account's name."`
	Listing
}

// Run lists them.
func (c *ExtractorList) Run(ctx context.Context, e *Env) error {
	return e.withAccount(ctx, c.Account, func(db *schema.DB, a schema.Account) error {
		all, _, err := db.ListExtractors(ctx, a.ID, nil, 0, listed)
		if err != nil {
			return err
		}
		return list(e, c.Listing, mapped(all, newExtractorRecord), "SLUG\tNAME\tVERSION\tORIGIN\tCREDITS\tID", func(x extractorRecord) []any {
			price := fmt.Sprintf("%d per page", x.Credits)
			if x.Per == schema.CostPerDocument {
				price = fmt.Sprintf("%d per document", x.Credits)
			}
			return []any{x.Slug, x.Name, x.Version, x.Origin, price, x.ID}
		})
	})
}

// ExtractorShow prints a definition.
type ExtractorShow struct {
	Slug    string `arg:"" help:"The extractor's slug."`
	Version int    `arg:"" optional:"" help:"The version; by default the newest."`
	Account string `default:"default" help:"The account's name."`
}

// Run prints the definition as it was applied.
func (c *ExtractorShow) Run(ctx context.Context, e *Env) error {
	return e.withAccount(ctx, c.Account, func(db *schema.DB, a schema.Account) error {
		x, err := db.ExtractorNamed(ctx, a.ID, c.Slug)
		if err != nil {
			return err
		}
		source, err := db.ExtractorSource(ctx, x.ID, cmp.Or(c.Version, int(x.Version)))
		if err != nil {
			return err
		}
		_, err = fmt.Fprint(e.Stdout, source)
		return err
	})
}

// ExtractorDelete deletes one of the account's own extractors.
type ExtractorDelete struct {
	Slug    string `arg:"" help:"The extractor's slug."`
	Account string `default:"default" help:"The account's name."`
}

// Run deletes it.
func (c *ExtractorDelete) Run(ctx context.Context, e *Env) error {
	return e.withAccount(ctx, c.Account, func(db *schema.DB, a schema.Account) error {
		x, err := db.ExtractorNamed(ctx, a.ID, c.Slug)
		if err != nil {
			return err
		}
		if x, err = db.DeleteExtractor(ctx, a.ID, x.ID); err != nil {
			return err
		}
		_, err = fmt.Fprintf(e.Stdout, "deleted %s\n", x.Slug)
		return err
	})
}

// ExtractorTest tries out a definition.
type ExtractorTest struct {
	File     string `short:"f" required:"" type:"existingfile" help:"The definition, in YAML."`
	Document string `arg:"" optional:"" type:"existingfile" help:"The document; without one, the samples that the account keeps of the extractor are run."`
	Account  string `default:"default" help:"The name of the account with the samples."`
}

// Run prints the output, followed by the source of every value. For samples, it prints which results differ from the
// expected ones.
func (c *ExtractorTest) Run(ctx context.Context, e *Env) error {
	def, _, err := readDefinition(c.File)
	if err != nil {
		return err
	}
	a, err := app.OpenExtract(ctx, e.Config, slog.Default())
	if err != nil {
		return err
	}
	defer a.Close()
	if c.Document == "" {
		return e.withAccount(ctx, c.Account, func(db *schema.DB, of schema.Account) error {
			return e.runSamples(ctx, a, db, of, def)
		})
	}
	res, err := a.Extract(ctx, def, c.Document)
	if err != nil {
		return err
	}
	if err := render.Write(e.Stdout, def, res.Value); err != nil {
		return err
	}
	return e.proof(res)
}

// proof prints where the values of an extraction come from, followed by the warnings.
func (e *Env) proof(res extract.Result) error {
	rows := make([][]any, 0, len(res.Evidence))
	for _, v := range res.Evidence {
		verdict := "unverified"
		if v.Verified {
			verdict = "verified"
		}
		rows = append(rows, []any{v.Path, v.Value, v.Page, verdict, strings.Join(strings.Fields(v.Quote), " ")})
	}
	fmt.Fprintln(e.Stdout)
	if err := e.table("PATH\tVALUE\tPAGE\tPROOF\tQUOTE", rows); err != nil {
		return err
	}
	for _, w := range res.Warnings {
		fmt.Fprintln(e.Stdout, "warning:", w)
	}
	if len(res.MissingRequired) > 0 {
		return fmt.Errorf("the run would fail: the document has no value for %s", strings.Join(res.MissingRequired, ", "))
	}
	return nil
}

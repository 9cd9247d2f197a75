package app

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"

	"quire/internal/blob"
	"quire/internal/convert"
	"quire/internal/convert/page"
	"quire/internal/convert/pagestore"
	"quire/internal/convert/probe"
	"quire/internal/extract"
	"quire/internal/extract/definition"
	"quire/internal/extract/trial"
	"quire/schema"
)

// OpenExtract opens what it takes to try out an extractor: the model that fills gaps, if there is one. No service has
// to be running.
func OpenExtract(ctx context.Context, cfg Config, log *slog.Logger) (*App, error) {
	a := &App{cfg: cfg, log: log}
	return a, a.openChat(ctx)
}

// Extract runs a definition on a document, as the service would. It keeps the pages in a temporary file.
func (a *App) Extract(ctx context.Context, def *definition.Definition, document string) (extract.Result, error) {
	converter, err := a.converter(false)
	if err != nil {
		return extract.Result{}, err
	}
	pages, err := os.CreateTemp("", "quire-pages-*")
	if err != nil {
		return extract.Result{}, err
	}
	defer os.Remove(pages.Name())
	defer pages.Close()
	if err := convertInto(ctx, converter, document, pages); err != nil {
		return extract.Result{}, err
	}
	return extract.Run(ctx, def, func(yield func(*page.Page) error) error {
		if _, err := pages.Seek(0, io.SeekStart); err != nil {
			return err
		}
		return convert.DecodePages(ctx, pages, yield)
	}, a.chat)
}

// ExtractStored runs a definition on the stored pages of an output.
func (a *App) ExtractStored(ctx context.Context, def *definition.Definition, blobs *blob.Store, outputKey string) (extract.Result, error) {
	file, err := blobs.Open(ctx, schema.PagesKey(outputKey))
	if errors.Is(err, blob.ErrNotFound) {
		return extract.Result{}, errors.New("the pages of this document were not kept; send it again")
	}
	if err != nil {
		return extract.Result{}, err
	}
	defer func() { _ = file.Close() }() // only read from
	r, err := pagestore.NewReader(file, file.Size)
	if err != nil {
		return extract.Result{}, err
	}
	return extract.Run(ctx, def, trial.Pages(r), a.chat)
}

func convertInto(ctx context.Context, c *convert.Converter, document string, pages io.Writer) error {
	format, err := probe.File(document, filepath.Ext(document), probe.Check)
	if err != nil {
		return err
	}
	enc := convert.NewPageEncoder(pages)
	err = c.Pages(ctx, document, format, 1, 0, convert.Options{Extension: filepath.Ext(document)},
		func(p page.Page) error { return enc.Encode(p) })
	return errors.Join(err, enc.Close())
}

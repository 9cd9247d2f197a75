package command

import (
	"context"
	"encoding/json"
	"fmt"

	"quire/cmd/internal/app"
	"quire/internal/blob"
	"quire/internal/extract/definition"
	"quire/internal/extract/trial"
	"quire/schema"
)

// runSamples runs a definition on the samples of its extractor and prints where the results differ from the expected
// ones.
func (e *Env) runSamples(ctx context.Context, a *app.App, db *schema.DB, of schema.Account, def *definition.Definition) error {
	x, err := db.ExtractorNamed(ctx, of.ID, def.Slug)
	if err != nil {
		return fmt.Errorf("samples belong to an extractor that was applied, and %q was not: %w", def.Slug, err)
	}
	samples, _, err := db.Samples(ctx, x.ID, 0, schema.MaxSamples)
	if err != nil {
		return err
	}
	blobs, err := blob.Open(ctx, e.Config.Blobs)
	if err != nil {
		return err
	}
	defer blobs.Close() //nolint:errcheck // only read from
	var rows [][]any
	broken := 0
	for _, s := range samples {
		differences, err := trySample(ctx, a, db, blobs, of, def, s)
		if err != nil {
			rows = append(rows, []any{s.FileName, "", "", err})
		}
		for _, d := range differences {
			rows = append(rows, []any{s.FileName, d.Path, shownValue(d.Want), shownValue(d.Got)})
		}
		if err != nil || len(differences) > 0 {
			broken++
		}
	}
	if broken == 0 {
		_, err := fmt.Fprintf(e.Stdout, "all %d samples are as expected\n", len(samples))
		return err
	}
	if err := e.table("SAMPLE\tPATH\tEXPECTED\tFOUND", rows); err != nil {
		return err
	}
	return fmt.Errorf("%d of %d samples are not as expected", broken, len(samples))
}

func trySample(ctx context.Context, a *app.App, db *schema.DB, blobs *blob.Store, of schema.Account, def *definition.Definition, s schema.Sample) ([]trial.Difference, error) {
	d, err := db.Document(ctx, of.ID, s.DocumentID)
	if err != nil {
		return nil, err
	}
	if d.Status != schema.Completed {
		return nil, fmt.Errorf("the document is %s", d.Status)
	}
	res, err := a.ExtractStored(ctx, def, blobs, *d.OutputKey)
	if err != nil {
		return nil, err
	}
	return trial.Broken(s.Expected, res.Value)
}

// shownValue returns a value as JSON, in which strings differ from numbers.
func shownValue(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(raw)
}

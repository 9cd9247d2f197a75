package activities

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"

	"go.temporal.io/sdk/activity"

	"quire/internal/blob"
	"quire/internal/convert"
	"quire/internal/extract"
	"quire/internal/extract/definition"
	"quire/internal/extract/proof"
	"quire/internal/extract/render"
	"quire/internal/model"
	"quire/schema"
)

// ExtractInput names the ranges of a document and the extractor to run on them.
type ExtractInput struct {
	Job           DocumentJob
	Pages         int
	PagesPerRange int
	Again         bool // an earlier attempt has spent the budget
}

// Extract runs the document's extractor over its converted pages and stores the output, with the proof of its values
// beside it. A run that the definition calls failed, for want of required values, is the document's own fault.
func (a *Activities) Extract(ctx context.Context, in ExtractInput) (Output, error) {
	stop := heartbeat(ctx)
	defer stop()
	limit := assemblyBudget(in.Pages)
	if a.Chat != nil {
		limit = 0 // a model may take its time: what it has answered is kept for the next attempt
	}
	out, err := abandonable(ctx, limit, func(ctx context.Context) (Output, error) { return a.extract(ctx, in) })
	if a.spentOnce(ctx, err, in.Job.Conversion, in.Again) {
		return Output{Spent: true}, nil
	}
	return out, blame(blameExtraction(goneOrTrouble(err)), activity.GetInfo(ctx).Attempt)
}

func (a *Activities) extract(ctx context.Context, in ExtractInput) (Output, error) {
	def, err := a.definition(ctx, *in.Job.Extractor)
	if err != nil {
		return Output{}, err
	}
	pages := a.storedPages(ctx, AssembleInput{Conversion: in.Job.Conversion, Pages: in.Pages, PagesPerRange: in.PagesPerRange})
	res, err := extract.Run(ctx, def, extract.Source(convert.Legible(pages)), a.remembering(in.Job))
	if err != nil {
		return Output{}, err
	}
	if missing := strings.Join(res.MissingRequired, ", "); missing != "" && res.Doubtful {
		return Output{}, permanent("model_unusable",
			"The language model gave no answer of use, so what the extractor requires may be missing: "+missing+". Please send the document again.", nil)
	} else if missing != "" {
		return Output{}, permanent("missing_required", "The document has no value for what the extractor requires: "+missing, nil)
	}
	activity.GetLogger(ctx).Info("extracted", "values", len(res.Evidence), "warnings", len(res.Warnings), "tokens", res.Usage.PromptTokens+res.Usage.CompletionTokens)
	return a.storeExtraction(ctx, in.Job.Conversion.outputKey(), def, res)
}

// definition is the extractor at the version of the run, whatever was applied since.
func (a *Activities) definition(ctx context.Context, e ExtractorVersion) (*definition.Definition, error) {
	source, err := a.DB.ExtractorSource(ctx, e.ID, e.Version)
	if err != nil {
		return nil, err
	}
	def, err := definition.Parse("extractor", []byte(source))
	if err != nil {
		return nil, permanent("invalid_extractor", "The extractor's definition is no longer valid: it has to be applied again", err)
	}
	return def, nil
}

// maxAnswer bounds a model's answer in memory, in bytes.
const maxAnswer = 16 << 20

// remembering is the model with a memory among the document's blobs: a long document is read in many windows, and a
// worker that takes over goes on where the former one has died.
func (a *Activities) remembering(job DocumentJob) *model.Client {
	if a.Chat == nil {
		return nil
	}
	blobOf := func(key string) string { return job.Conversion.Prefix + "answers/" + key }
	return a.Chat.Remembering(model.Memory{
		Recall: func(ctx context.Context, key string) ([]byte, error) {
			r, err := a.Blobs.Open(ctx, blobOf(key))
			if errors.Is(err, blob.ErrNotFound) {
				return nil, nil
			}
			if err != nil {
				return nil, err
			}
			defer r.Close()
			return io.ReadAll(io.LimitReader(r, maxAnswer))
		},
		Keep: func(ctx context.Context, key string, answer []byte) error {
			_, err := a.Blobs.Put(ctx, blobOf(key), bytes.NewReader(answer), maxAnswer)
			return err
		},
	})
}

// storeExtraction stores the evidence first: who sees an output finds its proof.
func (a *Activities) storeExtraction(ctx context.Context, key string, def *definition.Definition, res extract.Result) (Output, error) {
	_, err := a.store(ctx, schema.EvidenceKey(key), maxOutput, func(w io.Writer) error { return writeEvidence(w, res) })
	if err != nil {
		return Output{}, err
	}
	info, err := a.store(ctx, key, maxOutput, func(w io.Writer) error { return render.Write(w, def, res.Value) })
	return Output{
		Pages: res.Pages, Key: key, Size: info.Size, Extension: render.Extension(def.Output.Format), Type: render.ContentType(def.Output.Format),
	}, err
}

// writeEvidence writes JSON lines: the warnings, then one value a line.
func writeEvidence(w io.Writer, res extract.Result) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(map[string][]string{"warnings": append([]string{}, res.Warnings...)}); err != nil {
		return err
	}
	for _, e := range res.Evidence {
		if err := enc.Encode(wireEvidence(e)); err != nil {
			return err
		}
	}
	return nil
}

// evidence is one value on the wire.
type evidence struct {
	Path     string `json:"path"`
	Value    any    `json:"value"`
	Page     *int   `json:"page"` // null: the place is not known
	Quote    string `json:"quote"`
	Verified bool   `json:"verified"`
}

func wireEvidence(e proof.Evidence) evidence {
	w := evidence{Path: e.Path, Value: e.Value, Quote: e.Quote, Verified: e.Verified}
	if e.Page > 0 {
		w.Page = &e.Page
	}
	return w
}

// blameExtraction tells a document that the model will never read from trouble with the model: a key that is not
// accepted, and everything else that an operator can mend, waits.
func blameExtraction(err error) error {
	e, ok := errors.AsType[*model.Error](err)
	if !ok || !e.Permanent() || e.Kind == model.Unauthorized {
		return err
	}
	return permanent("model_declined", "The language model cannot read the document", err)
}

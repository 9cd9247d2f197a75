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

// ExtractInput identifies the ranges of a document and the extractor to run on them.
type ExtractInput struct {
	Job           DocumentJob
	Pages         int
	PagesPerRange int
	LastTry       bool `json:"Again"` // the second try, after a Setback
}

// Extract runs the document's extractor on its converted pages and stores the output together with the evidence for its
// values. If values required by the definition are missing, the document itself is at fault.
func (a *Model) Extract(ctx context.Context, in ExtractInput) (Output, error) {
	stop := heartbeat(ctx)
	defer stop()
	limit := assemblyBudget(in.Pages)
	if a.Chat != nil {
		limit = 0 // calls to a model take time; the answers so far are kept for the next attempt
	}
	out, err := abandonable(ctx, limit, func(ctx context.Context) (Output, error) { return a.extract(ctx, in) })
	out.Setback, err = judge(ctx, a.Log, err, in.Job.Conversion, in.LastTry)
	err = unlessDeleted(ctx, a.DB, a.Blobs, in.Job.Conversion, goneOrTrouble(err))
	return out, blame(blameExtraction(err), activity.GetInfo(ctx).Attempt)
}

func (a *Model) extract(ctx context.Context, in ExtractInput) (Output, error) {
	def, err := a.definition(ctx, *in.Job.Extractor)
	if err != nil {
		return Output{}, err
	}
	pages := storedPages(ctx, a.Blobs, AssembleInput{Conversion: in.Job.Conversion, Pages: in.Pages, PagesPerRange: in.PagesPerRange})
	res, err := extract.Run(ctx, def, extract.Source(convert.Legible(pages)), a.remembering(in.Job))
	if err != nil {
		return Output{}, err
	}
	if missing := strings.Join(res.MissingRequired, ", "); missing != "" && res.Doubtful {
		return Output{}, permanent("model_unusable",
			"The language model gave no usable answer, so values that the extractor requires may be missing: "+missing+". Please send the document again.", nil)
	} else if missing != "" {
		return Output{}, permanent("missing_required", "The document has no value for fields that the extractor requires: "+missing, nil)
	}
	kept, err := keepPages(ctx, a.Blobs, in.Job.Conversion.outputKey(), pages)
	if err != nil {
		return Output{}, err
	}
	activity.GetLogger(ctx).Info("extracted", "values", len(res.Evidence), "warnings", len(res.Warnings), "tokens", res.Usage.PromptTokens+res.Usage.CompletionTokens)
	out, err := a.storeExtraction(ctx, in.Job.Conversion.outputKey(), def, res)
	out.Size += kept
	return out, err
}

// definition returns the extractor at the version of the run, even if a newer one has been applied since.
func (a *Model) definition(ctx context.Context, e ExtractorVersion) (*definition.Definition, error) {
	source, err := a.DB.ExtractorSource(ctx, e.ID, e.Version)
	if err != nil {
		return nil, err
	}
	def, err := definition.Parse("extractor", []byte(source))
	if err != nil {
		return nil, permanent("invalid_extractor", "The extractor's definition is no longer valid and must be applied again", err)
	}
	return def, nil
}

// maxAnswer bounds a model's answer in memory, in bytes.
const maxAnswer = 16 << 20

// remembering returns the model with a memory stored among the document's blobs. A long document is read in many
// windows, and a worker that takes over continues where the previous one died.
func (a *Model) remembering(job DocumentJob) *model.Client {
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

// storeExtraction stores the evidence before the output, so that whoever sees an output also finds its evidence.
func (a *Model) storeExtraction(ctx context.Context, key string, def *definition.Definition, res extract.Result) (Output, error) {
	_, err := store(ctx, a.Blobs, schema.EvidenceKey(key), maxOutput, func(w io.Writer) error { return writeEvidence(w, res) })
	if err != nil {
		return Output{}, err
	}
	info, err := store(ctx, a.Blobs, key, maxOutput, func(w io.Writer) error { return render.Write(w, def, res.Value) })
	return Output{
		Pages: res.Pages, Key: key, Size: info.Size, Extension: render.Extension(def.Output.Format), Type: render.ContentType(def.Output.Format),
	}, err
}

// writeEvidence writes JSON lines: the warnings, then one value per line.
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
	Page     *int   `json:"page"` // null: unknown
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

// blameExtraction distinguishes a document that the model will never read from a problem with the model. A rejected
// key, and anything else that an operator can fix, is retried.
func blameExtraction(err error) error {
	e, ok := errors.AsType[*model.Error](err)
	if !ok || !e.Permanent() || e.Kind == model.Unauthorized {
		return err
	}
	return permanent("model_declined", "The language model cannot read the document", err)
}

package doctor

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"strings"

	"quire/cmd/internal/app"
	"quire/internal/embedding"
	"quire/internal/model"
)

// fewTokens is enough for an answer; some endpoints reject smaller limits.
const fewTokens = 16

// ask opens the named model and passes it to call. unset describes what happens without the model.
func (x Exam) ask(what, address string, cfg model.Config, unset string, call func(*model.Client) (string, error)) Verdict {
	c, err := x.part().OpenModel(what, address, cfg)
	name := "QUIRE_" + strings.ToUpper(what)
	if err != nil {
		return Fail(err, "correct "+name+"_URL and "+name+"_MODEL")
	}
	if c == nil {
		return Skip("%s_URL is not set: %s", name, unset)
	}
	detail, err := call(c)
	if err != nil {
		return Fail(withMessage(err), modelAdvice(name, err))
	}
	return Well("%s: %s", cfg.Model, detail)
}

// withMessage adds the provider's message, which errors omit elsewhere because it may repeat the question. Here the
// question is the doctor's own.
func withMessage(err error) error {
	if e, ok := errors.AsType[*model.Error](err); ok && !strings.Contains(err.Error(), e.Message) {
		return fmt.Errorf("%w: %s", err, e.Message)
	}
	return err
}

// modelAdvice names the setting that is probably wrong.
func modelAdvice(name string, err error) string {
	e, ok := errors.AsType[*model.Error](err)
	switch {
	case !ok:
		return "check " + name + "_URL"
	case e.Kind == model.Unauthorized:
		return "correct " + name + "_KEY, and check that it may use the model"
	case e.Status == http.StatusNotFound:
		return "correct " + name + "_MODEL, which the endpoint does not know, or the path in " + name + "_URL (it ends in /v1)"
	case e.Kind == model.BadRequest:
		return "check that " + name + "_MODEL exists and is of this kind"
	case e.Kind == model.Unreachable, e.Kind == model.Timeout, e.Kind == model.Malformed:
		return "check that the endpoint is running, and correct " + name + "_URL (it ends in /v1)"
	default:
		return "wait, or check the quota at the provider: the endpoint is up but accepts no more requests at the moment"
	}
}

func (x Exam) chatModel(ctx context.Context) Verdict {
	cfg := model.Config{Key: x.Config.ChatKey, Model: x.Config.ChatModel, Window: x.Config.ChatWindow}
	return x.ask("chat", x.Config.ChatURL, cfg, "answers are quotations", func(c *model.Client) (string, error) {
		_, err := c.Complete(ctx, short("Answer with the word yes."))
		return "answers", err
	})
}

func short(prompt string) model.Request {
	return model.Request{Messages: []model.Message{{Role: model.User, Text: prompt}}, MaxTokens: fewTokens}
}

func (x Exam) embeddingModel(ctx context.Context) Verdict {
	if x.Config.EmbeddingURL == "" && x.Config.EmbeddingModel == "" {
		return x.encoder(ctx)
	}
	cfg := model.Config{Key: x.Config.EmbeddingKey, Model: x.Config.EmbeddingModel}
	return x.ask("embedding", x.Config.EmbeddingURL, cfg, "search uses words alone", func(c *model.Client) (string, error) {
		vectors, err := embedding.Endpoint(c, x.Config.EmbeddingDimensions).Queries(ctx, []string{"How long is a vector?"})
		if err != nil {
			return "", err
		}
		return fmt.Sprintf("vectors of %d dimensions", len(vectors[0])), nil
	})
}

// encoder checks the embedding model of this machine.
func (x Exam) encoder(ctx context.Context) Verdict {
	e, err := x.Config.OpenEncoder()
	if errors.Is(err, app.ErrWordsAlone) {
		return Skip("%s", err)
	}
	if err == nil {
		_, err = e.Encode(ctx, "How long is a vector?")
	}
	if err != nil {
		return Fail(err, "correct QUIRE_EMBEDDING_MODEL_DIR, or run 'make deps' again")
	}
	return Well("on this machine, with %s: vectors of %d dimensions", e.Instructions(), e.Dimensions())
}

func (x Exam) visionModel(ctx context.Context) Verdict {
	cfg := model.Config{Key: x.Config.VisionKey, Model: x.Config.VisionModel}
	return x.ask("vision", x.Config.VisionURL, cfg, "accuracy=ultra reads pages without a model", func(c *model.Client) (string, error) {
		var blank bytes.Buffer
		if err := png.Encode(&blank, image.NewGray(image.Rect(0, 0, 64, 64))); err != nil {
			return "", err
		}
		_, err := c.LookAt(ctx, blank.Bytes(), short("Name the colour."))
		return "looks at images", err
	})
}

func (x Exam) rerankModel(ctx context.Context) Verdict {
	cfg := model.Config{Key: x.Config.RerankKey, Model: x.Config.RerankModel}
	return x.ask("rerank", x.Config.RerankURL, cfg, "results stay in the order of the search", func(c *model.Client) (string, error) {
		_, err := c.Rerank(ctx, "How long is a vector?", []string{"A vector has 768 numbers.", "It rains."})
		return "orders passages", err
	})
}

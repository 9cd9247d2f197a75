package app

import (
	"context"
	"fmt"
	"strings"
	"time"

	"quire/internal/model"
)

// model opens a model's endpoint. It returns nil if there is no address. what is the model's name in the settings, in
// lower case.
func (a *App) model(what, address string, cfg model.Config) (*model.Client, error) {
	if address == "" {
		return nil, nil //nolint:nilnil // no model is the ordinary case
	}
	setting := "QUIRE_" + strings.ToUpper(what) + "_URL"
	if err := a.cfg.allowed(setting, address); err != nil {
		return nil, err
	}
	cfg.BaseURL, cfg.MaxConcurrent, cfg.Tracer = address, a.cfg.ModelCalls, a.tracer("quire/model")
	cfg.Transport, cfg.Meter = a.modelTransport(), a.metrics.meter(what)
	c, err := model.New(cfg)
	if err != nil {
		return nil, fmt.Errorf("%s model (%s): %w", what, setting, err)
	}
	return c, nil
}

// openChat opens the model that writes answers.
func (a *App) openChat(context.Context) (err error) {
	a.chat, err = a.model("chat", a.cfg.ChatURL, model.Config{Key: a.cfg.ChatKey, Model: a.cfg.ChatModel, Window: a.cfg.ChatWindow})
	return err
}

// openReranker opens the model that orders search results.
func (a *App) openReranker(context.Context) (err error) {
	a.reranker, err = a.model("rerank", a.cfg.RerankURL, model.Config{Key: a.cfg.RerankKey, Model: a.cfg.RerankModel, Timeout: 10 * time.Second})
	return err
}

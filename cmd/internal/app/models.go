package app

import (
	"context"
	"fmt"
	"strings"
	"time"

	"quire/internal/model"
)

// model opens an endpoint; nil when it has no address. what is its name in the settings, in small letters.
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

// openModels opens what writes answers and orders what was found for them.
func (a *App) openModels(context.Context) error {
	var err error
	a.chat, err = a.model("chat", a.cfg.ChatURL, model.Config{Key: a.cfg.ChatKey, Model: a.cfg.ChatModel, Window: a.cfg.ChatWindow})
	if err != nil {
		return err
	}
	a.reranker, err = a.model("rerank", a.cfg.RerankURL, model.Config{Key: a.cfg.RerankKey, Model: a.cfg.RerankModel, Timeout: 10 * time.Second})
	return err
}

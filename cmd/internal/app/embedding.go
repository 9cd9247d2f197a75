package app

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"time"

	"quire/internal/embedding"
	"quire/internal/encoder"
	"quire/internal/model"
	"quire/internal/usercache"
)

const (
	// ownModel is the model that 'make deps' installs in the user's cache directory.
	ownModel = "all-minilm-l6-v2-int8"
	// noModel, given as the directory of the model, turns the model off.
	noModel = "none"
)

// ErrWordsAlone means that no embedding model is available, so search is lexical only. Its text says why, and what to
// do.
var ErrWordsAlone = errors.New("search uses words alone")

// openEmbedding opens the model of an endpoint or, if none is configured, that of this machine.
func (a *App) openEmbedding(ctx context.Context) error {
	if err := a.cfg.allowed("QUIRE_QDRANT_URL", a.cfg.QdrantURL); a.cfg.QdrantURL != "" && err != nil {
		return err
	}
	client, err := a.model("embedding", a.cfg.EmbeddingURL, model.Config{Key: a.cfg.EmbeddingKey, Model: a.cfg.EmbeddingModel, Timeout: time.Minute})
	if err != nil {
		return err
	}
	if client != nil {
		a.embed = a.cfg.instructed(embedding.Endpoint(client, a.cfg.EmbeddingDimensions))
		return nil
	}
	e, err := a.cfg.OpenEncoder()
	if errors.Is(err, ErrWordsAlone) {
		a.announce(ctx, "there are no embeddings", "reason", err)
		return nil
	}
	if err != nil {
		return err
	}
	a.embed = a.cfg.instructed(embedding.Local(filepath.Base(a.cfg.encoderDir()), e, a.cfg.embeddingCores()))
	a.announce(ctx, "embeddings are made on this machine", "model", a.embed.Model(), "instructions", e.Instructions())
	return nil
}

func (c Config) instructed(e embedding.Embedder) embedding.Embedder {
	return embedding.Prefixed(e, c.EmbeddingQueryPrefix, c.EmbeddingPassagePrefix)
}

// announce logs what a service says once at startup. A command, which has no roles, logs nothing: its output is its
// result.
func (a *App) announce(ctx context.Context, message string, args ...any) {
	if a.roles != (Roles{}) {
		a.log.InfoContext(ctx, message, args...)
	}
}

// OpenEncoder opens the sentence encoder of this machine. The error wraps ErrWordsAlone if the encoder is turned off,
// not installed, or too slow on this processor.
func (c Config) OpenEncoder() (*encoder.Encoder, error) {
	dir := c.encoderDir()
	if dir == noModel {
		return nil, fmt.Errorf("%w, because QUIRE_EMBEDDING_MODEL_DIR is %s", ErrWordsAlone, noModel)
	}
	e, err := encoder.Open(dir, c.embeddingCores())
	if errors.Is(err, encoder.ErrAbsent) && c.EmbeddingModelDir == "" {
		return nil, fmt.Errorf("%w: there is no model in %s; 'make deps' downloads it if pip is installed, or set QUIRE_EMBEDDING_URL", ErrWordsAlone, dir)
	}
	if err != nil {
		return nil, fmt.Errorf("embedding model (QUIRE_EMBEDDING_MODEL_DIR): %w", err)
	}
	if !e.Fast() {
		return nil, fmt.Errorf("%w: this processor lacks AVX2, without which embedding takes seconds per page; set QUIRE_EMBEDDING_URL", ErrWordsAlone)
	}
	return e, nil
}

// encoderDir returns the directory of the sentence encoder, or noModel.
func (c Config) encoderDir() string {
	if c.EmbeddingModelDir != "" {
		return c.EmbeddingModelDir
	}
	dir, err := usercache.Dir("models", ownModel)
	if err != nil {
		return noModel // the process has no home directory
	}
	return dir
}

func (c Config) embeddingCores() int {
	if c.EmbeddingCores > 0 {
		return c.EmbeddingCores
	}
	return runtime.NumCPU()
}

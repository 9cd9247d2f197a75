package model

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// Memory stores complete answers that have been paid for, so that work restarted after a crash does not pay twice. The
// zero value stores nothing.
type Memory struct {
	// Recall returns what was stored under the key, or nil if nothing was.
	Recall func(ctx context.Context, key string) ([]byte, error)
	// Keep stores an answer. If it fails, the answer is used anyway.
	Keep func(ctx context.Context, key string, answer []byte) error
}

// Remembering returns the same client with a memory for Complete. The tokens of a remembered answer were counted when
// it was first given, and are not counted again.
func (c *Client) Remembering(m Memory) *Client {
	with := *c
	with.memory = m
	return &with
}

func (c *Client) remembered(ctx context.Context, req Request, ask func() (Result, error)) (Result, error) {
	if c.memory.Recall == nil {
		return ask()
	}
	key, err := c.memoryKey(req)
	if err != nil {
		return Result{}, err
	}
	kept, err := c.memory.Recall(ctx, key)
	if err != nil {
		return Result{}, err
	}
	var res Result
	if kept != nil && json.Unmarshal(kept, &res) == nil {
		res.Usage = Usage{}
		return res, nil
	}
	if res, err = ask(); err != nil {
		return res, err
	}
	if raw, err := json.Marshal(res); err == nil {
		_ = c.memory.Keep(ctx, key, raw) // losing it costs a call, not the answer
	}
	return res, nil
}

// memoryKey returns a key that is the same for the same question to the same model.
func (c *Client) memoryKey(req Request) (string, error) {
	raw, err := json.Marshal(struct {
		Endpoint, Model string
		Request
	}{c.cfg.BaseURL, c.cfg.Model, req})
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:]), err
}

-- Patterns that select the items of a source to mirror.

-- +goose Up
ALTER TABLE sources
  ADD COLUMN include text[] NOT NULL DEFAULT '{}',
  ADD COLUMN exclude text[] NOT NULL DEFAULT '{}';

-- +goose Down
ALTER TABLE sources DROP COLUMN include, DROP COLUMN exclude;

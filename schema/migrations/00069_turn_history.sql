-- The conversation before a question, for clients that keep their own conversations. A turn in a session uses the
-- session's messages instead.

-- +goose Up
ALTER TABLE turns ADD COLUMN history jsonb;

-- +goose Down
ALTER TABLE turns DROP COLUMN history;

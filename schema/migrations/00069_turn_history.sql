-- What was said before a question, by clients that keep their conversations themselves. A turn of a session has its
-- messages instead.

-- +goose Up
ALTER TABLE turns ADD COLUMN history jsonb;

-- +goose Down
ALTER TABLE turns DROP COLUMN history;

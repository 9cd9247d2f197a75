-- The beginning of what a receiver answered, if it is text. Older builds leave both columns alone.

-- +goose Up
ALTER TABLE delivery_attempts ADD COLUMN answer text;
ALTER TABLE delivery_attempts ADD COLUMN answer_cut boolean NOT NULL DEFAULT false;

-- +goose Down
ALTER TABLE delivery_attempts DROP COLUMN answer_cut;
ALTER TABLE delivery_attempts DROP COLUMN answer;

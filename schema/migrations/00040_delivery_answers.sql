-- The beginning of a receiver's response, if it is text. Older builds ignore both columns.

-- +goose Up
ALTER TABLE delivery_attempts ADD COLUMN answer text;
ALTER TABLE delivery_attempts ADD COLUMN answer_cut boolean NOT NULL DEFAULT false;

-- +goose Down
ALTER TABLE delivery_attempts DROP COLUMN answer_cut;
ALTER TABLE delivery_attempts DROP COLUMN answer;

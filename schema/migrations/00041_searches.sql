-- A search is a turn that ends with the passages found instead of an answer. A build that does not know these columns
-- writes an answer and leaves hits null.

-- +goose Up
ALTER TABLE turns ADD COLUMN passages_wanted integer; -- null: the turn is a question
ALTER TABLE turns ADD COLUMN hits jsonb;

-- +goose Down
ALTER TABLE turns DROP COLUMN hits;
ALTER TABLE turns DROP COLUMN passages_wanted;

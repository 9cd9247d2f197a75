-- A search is a turn that ends with the passages that were found, instead of an answer. Whoever does not know these
-- columns writes an answer, and hits stay null.

-- +goose Up
ALTER TABLE turns ADD COLUMN passages_wanted integer; -- null: an answer is wanted
ALTER TABLE turns ADD COLUMN hits jsonb;

-- +goose Down
ALTER TABLE turns DROP COLUMN hits;
ALTER TABLE turns DROP COLUMN passages_wanted;

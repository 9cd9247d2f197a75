-- +goose Up

-- Passages answer queries by their words as soon as a file is ready; vectors follow. vectors is the fingerprint of the
-- embedding for which all passages of the generation have theirs, in the index too; '' while they are waiting.
ALTER TABLE generations ADD COLUMN vectors text NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE generations DROP COLUMN vectors;

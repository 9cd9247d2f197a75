-- Marks the collections that may contain files masked by other rules than the collection's, so that the sweeper need not
-- look at all files of all accounts. Existing collections are marked because they were not checked yet.

-- +goose Up
ALTER TABLE collections ADD COLUMN masking_due boolean NOT NULL DEFAULT true;
CREATE INDEX collections_masking_due ON collections (id) WHERE masking_due AND deleted_at IS NULL;

-- +goose Down
DROP INDEX collections_masking_due;
ALTER TABLE collections DROP COLUMN masking_due;

-- The sweeper looks for files that are masked by other rules than their collection's only in collections where there may
-- be some, instead of in all files of all accounts. It has not looked at those that are there already.

-- +goose Up
ALTER TABLE collections ADD COLUMN masking_due boolean NOT NULL DEFAULT true;
CREATE INDEX collections_masking_due ON collections (id) WHERE masking_due AND deleted_at IS NULL;

-- +goose Down
DROP INDEX collections_masking_due;
ALTER TABLE collections DROP COLUMN masking_due;

-- Accounts whose documents and new collections are masked by default. Until it is replaced, an older build masks only on
-- request.

-- +goose Up
ALTER TABLE accounts ADD COLUMN masking text[] NOT NULL DEFAULT '{}';

-- +goose Down
ALTER TABLE accounts DROP COLUMN masking;

-- Accounts whose documents and new collections are masked from the beginning. A build from before this one masks only what
-- its requests say, until it is replaced.

-- +goose Up
ALTER TABLE accounts ADD COLUMN masking text[] NOT NULL DEFAULT '{}';

-- +goose Down
ALTER TABLE accounts DROP COLUMN masking;

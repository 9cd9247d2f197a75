-- Accounts imported from another installation.

-- +goose Up
ALTER TABLE accounts
  ADD COLUMN import_sha256 bytea, -- of the archive
  ADD COLUMN imported_at timestamptz; -- null: the import has not ended

-- Each installation numbers messages itself. This table maps the old numbers to the new ones until the import has ended.
CREATE TABLE imported_messages (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  was        bigint NOT NULL,
  id         bigint NOT NULL,
  PRIMARY KEY (account_id, was)
);

-- +goose Down
DROP TABLE imported_messages;
ALTER TABLE accounts DROP COLUMN imported_at, DROP COLUMN import_sha256;

-- Archives of accounts that were requested over HTTP. A row is removed together with its archive.

-- +goose Up
CREATE TABLE exports (
  id          uuid PRIMARY KEY,
  account_id  uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  status      text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'running', 'completed', 'failed')),
  attempt     integer NOT NULL DEFAULT 0,
  archive_key text,
  size        bigint, -- of the archive, in bytes
  rows        bigint,
  files       bigint, -- blobs
  error       text,
  restarts    integer NOT NULL DEFAULT 0,
  request_id  text NOT NULL DEFAULT '',
  created_at  timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  expires_at  timestamptz,
  deleted_at  timestamptz,
  touched_at  timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT failed_has_reason CHECK (status <> 'failed' OR error IS NOT NULL),
  CONSTRAINT completed_has_archive CHECK (status <> 'completed' OR (archive_key IS NOT NULL AND size IS NOT NULL)),
  CONSTRAINT finished_has_times CHECK ((status IN ('pending', 'running')) = (finished_at IS NULL) AND (finished_at IS NULL) = (expires_at IS NULL))
);
CREATE UNIQUE INDEX exports_one_at_a_time ON exports (account_id) WHERE status IN ('pending', 'running') AND deleted_at IS NULL;
CREATE INDEX exports_account ON exports (account_id, id);

-- +goose Down
DROP TABLE exports;

-- Documents that were sent together and are reported by one webhook. Older builds end documents without looking at their
-- batch; the sweeper of this build then ends the batch.

-- +goose Up
CREATE TABLE batches (
  id           uuid PRIMARY KEY,
  account_id   uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  size         integer NOT NULL CHECK (size > 0),
  callback_url text,
  restarts     integer NOT NULL DEFAULT 0,
  request_id   text NOT NULL DEFAULT '',
  created_at   timestamptz NOT NULL DEFAULT now(),
  touched_at   timestamptz NOT NULL DEFAULT now(),
  cancelled_at timestamptz,
  finished_at  timestamptz,
  -- notified_at is the time at which the webhook was promised. It stays null if none was requested.
  notified_at  timestamptz
);
CREATE INDEX batches_account ON batches (account_id, created_at DESC, id DESC);
CREATE INDEX batches_in_flight ON batches (touched_at) WHERE finished_at IS NULL OR (callback_url IS NOT NULL AND notified_at IS NULL);

ALTER TABLE documents
  ADD COLUMN batch_id uuid REFERENCES batches ON DELETE SET NULL,
  ADD COLUMN batch_position integer NOT NULL DEFAULT 0;
CREATE INDEX documents_batch ON documents (batch_id, batch_position) WHERE batch_id IS NOT NULL;

ALTER TABLE deliveries
  ALTER COLUMN document_id DROP NOT NULL,
  ADD COLUMN batch_id uuid REFERENCES batches ON DELETE CASCADE,
  ADD CONSTRAINT delivery_has_subject CHECK (num_nonnulls(document_id, batch_id) = 1);
CREATE UNIQUE INDEX deliveries_batch ON deliveries (batch_id) WHERE batch_id IS NOT NULL;

-- +goose Down
DELETE FROM deliveries WHERE batch_id IS NOT NULL;
ALTER TABLE deliveries DROP CONSTRAINT delivery_has_subject, DROP COLUMN batch_id, ALTER COLUMN document_id SET NOT NULL;
ALTER TABLE documents DROP COLUMN batch_position, DROP COLUMN batch_id;
DROP TABLE batches;

-- +goose Up
-- Converted pages by account and day in UTC. They are stored because deleting a document does not give its pages back.
CREATE TABLE page_days (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  day        date NOT NULL,
  pages      bigint NOT NULL CHECK (pages >= 0),
  PRIMARY KEY (account_id, day)
);
-- For quotas that are counted from the rows themselves: stored bytes, and work in flight.
CREATE INDEX documents_stored ON documents (account_id) INCLUDE (file_size, output_size) WHERE deleted_at IS NULL AND status <> 'EXPIRED';
CREATE INDEX file_versions_stored ON file_versions (file_id) INCLUDE (size, output_size);
CREATE INDEX file_versions_running ON file_versions (account_id) WHERE status IN ('pending', 'processing');

-- +goose Down
DROP INDEX file_versions_running, file_versions_stored, documents_stored;
DROP TABLE page_days;

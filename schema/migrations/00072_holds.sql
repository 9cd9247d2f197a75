-- Collections with a retention period for files, and legal holds, which stop every deletion. Until it is replaced, an
-- older build still deletes objects on hold.

-- +goose Up
ALTER TABLE accounts
  ADD COLUMN held_at timestamptz,
  ADD COLUMN hold_reason text NOT NULL DEFAULT '';

ALTER TABLE collections
  -- Counted from the upload of a file's newest version.
  ADD COLUMN retention_days integer CHECK (retention_days > 0),
  ADD COLUMN held_at timestamptz,
  ADD COLUMN hold_reason text NOT NULL DEFAULT '';
CREATE INDEX collections_retaining ON collections (id) WHERE retention_days IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX collections_held ON collections (account_id) WHERE held_at IS NOT NULL;

-- The file of the item was deleted because of its age. It is not mirrored again until its content changes in the source.
ALTER TABLE source_items ADD COLUMN expired boolean NOT NULL DEFAULT false;

CREATE OR REPLACE VIEW live_collections AS
SELECT c.id, c.account_id, c.name, held.file_count, held.total_size, c.created_at, c.updated_at, c.retention_days, c.held_at, c.hold_reason
FROM collections c
CROSS JOIN LATERAL (
  SELECT count(*) AS file_count, coalesce(sum(f.size), 0)::bigint AS total_size FROM live_files f WHERE f.collection_id = c.id
) held
WHERE c.deleted_at IS NULL;

-- +goose Down
DROP VIEW live_collections;
CREATE VIEW live_collections AS
SELECT c.id, c.account_id, c.name, held.file_count, held.total_size, c.created_at, c.updated_at
FROM collections c
CROSS JOIN LATERAL (
  SELECT count(*) AS file_count, coalesce(sum(f.size), 0)::bigint AS total_size FROM live_files f WHERE f.collection_id = c.id
) held
WHERE c.deleted_at IS NULL;
ALTER TABLE source_items DROP COLUMN expired;
ALTER TABLE collections DROP COLUMN hold_reason, DROP COLUMN held_at, DROP COLUMN retention_days;
ALTER TABLE accounts DROP COLUMN hold_reason, DROP COLUMN held_at;

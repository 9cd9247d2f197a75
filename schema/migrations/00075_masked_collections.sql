-- Collections whose files are masked. Until it is replaced, an older build masks nothing and shows data that is not
-- masked yet.

-- +goose Up
ALTER TABLE collections ADD COLUMN masking text[] NOT NULL DEFAULT '{}';
-- The rules by which the pages of a generation and the Markdown of a version were masked.
ALTER TABLE generations ADD COLUMN masking text[] NOT NULL DEFAULT '{}';
ALTER TABLE file_versions ADD COLUMN masking text[] NOT NULL DEFAULT '{}';

CREATE OR REPLACE VIEW live_collections AS
SELECT c.id, c.account_id, c.name, held.file_count, held.total_size, c.created_at, c.updated_at, c.retention_days, c.held_at, c.hold_reason,
       c.masking
FROM collections c
CROSS JOIN LATERAL (
  SELECT count(*) AS file_count, coalesce(sum(f.size), 0)::bigint AS total_size FROM live_files f WHERE f.collection_id = c.id
) held
WHERE c.deleted_at IS NULL;

-- +goose Down
DROP VIEW live_collections;
CREATE VIEW live_collections AS
SELECT c.id, c.account_id, c.name, held.file_count, held.total_size, c.created_at, c.updated_at, c.retention_days, c.held_at, c.hold_reason
FROM collections c
CROSS JOIN LATERAL (
  SELECT count(*) AS file_count, coalesce(sum(f.size), 0)::bigint AS total_size FROM live_files f WHERE f.collection_id = c.id
) held
WHERE c.deleted_at IS NULL;
ALTER TABLE file_versions DROP COLUMN masking;
ALTER TABLE generations DROP COLUMN masking;
ALTER TABLE collections DROP COLUMN masking;

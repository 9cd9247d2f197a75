-- +goose Up

-- Passages answer queries by their words as soon as a file is ready; vectors follow. vectors is the fingerprint of the
-- model whose vectors all passages of the generation have, in the index too; it is '' while some are missing. embedded
-- counts the passages with a vector of the model named in embedding, and embedding_error says why the next has none.
ALTER TABLE generations
  ADD COLUMN vectors text NOT NULL DEFAULT '',
  ADD COLUMN embedding text NOT NULL DEFAULT '',
  ADD COLUMN embedded integer NOT NULL DEFAULT 0,
  ADD COLUMN embedding_error text;

CREATE OR REPLACE VIEW live_files AS
SELECT f.id, f.account_id, f.collection_id, v.id AS version_id, f.path, f.filename, v.status, f.version, v.size, v.sha256,
       v.format, v.media_type, v.page_count, v.error, v.source_key, v.output_key, v.output_size, f.indexed_at,
       f.created_at, f.updated_at,
       coalesce(g.passages, 0)::integer AS passages, coalesce(g.embedded, 0)::integer AS embedded,
       coalesce(g.embedding, '')::text AS embedding, g.embedding_error
FROM files f JOIN file_versions v ON v.file_id = f.id AND v.version = f.version
LEFT JOIN generations g ON g.file_id = f.id AND g.state = 'active'
WHERE f.deleted_at IS NULL;

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION tell_progress() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  in_file uuid;
  in_collection uuid;
BEGIN
  CASE TG_TABLE_NAME
    WHEN 'file_versions' THEN
      SELECT f.id, f.collection_id INTO in_file, in_collection FROM files f WHERE f.id = NEW.file_id;
    WHEN 'files' THEN
      in_file := NEW.id;
      in_collection := NEW.collection_id;
    WHEN 'generations' THEN
      in_file := NEW.file_id;
      in_collection := NEW.collection_id;
    WHEN 'progress' THEN
      SELECT f.id, f.collection_id INTO in_file, in_collection
      FROM file_versions v JOIN files f ON f.id = v.file_id WHERE v.id = NEW.object_id;
      IF in_file IS NULL THEN
        PERFORM pg_notify('quire_progress', NEW.object_id::text);
      END IF;
    ELSE -- documents, collections
      PERFORM pg_notify('quire_progress', NEW.id::text);
  END CASE;
  IF in_file IS NOT NULL THEN
    PERFORM pg_notify('quire_progress', in_file::text);
    PERFORM pg_notify('quire_progress', in_collection::text);
  END IF;
  RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER generations_tell_progress AFTER UPDATE ON generations FOR EACH ROW
  WHEN ((OLD.embedded, OLD.embedding, OLD.embedding_error) IS DISTINCT FROM (NEW.embedded, NEW.embedding, NEW.embedding_error))
  EXECUTE FUNCTION tell_progress();

-- +goose Down
DROP TRIGGER generations_tell_progress ON generations;
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION tell_progress() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  in_file uuid;
  in_collection uuid;
BEGIN
  CASE TG_TABLE_NAME
    WHEN 'file_versions' THEN
      SELECT f.id, f.collection_id INTO in_file, in_collection FROM files f WHERE f.id = NEW.file_id;
    WHEN 'files' THEN
      in_file := NEW.id;
      in_collection := NEW.collection_id;
    WHEN 'progress' THEN
      SELECT f.id, f.collection_id INTO in_file, in_collection
      FROM file_versions v JOIN files f ON f.id = v.file_id WHERE v.id = NEW.object_id;
      IF in_file IS NULL THEN
        PERFORM pg_notify('quire_progress', NEW.object_id::text);
      END IF;
    ELSE -- documents, collections
      PERFORM pg_notify('quire_progress', NEW.id::text);
  END CASE;
  IF in_file IS NOT NULL THEN
    PERFORM pg_notify('quire_progress', in_file::text);
    PERFORM pg_notify('quire_progress', in_collection::text);
  END IF;
  RETURN NULL;
END $$;
-- +goose StatementEnd
DROP VIEW live_collections, live_files;
CREATE VIEW live_files AS
SELECT f.id, f.account_id, f.collection_id, v.id AS version_id, f.path, f.filename, v.status, f.version, v.size, v.sha256,
       v.format, v.media_type, v.page_count, v.error, v.source_key, v.output_key, v.output_size, f.indexed_at,
       f.created_at, f.updated_at
FROM files f JOIN file_versions v ON v.file_id = f.id AND v.version = f.version
WHERE f.deleted_at IS NULL;
CREATE VIEW live_collections AS
SELECT c.id, c.account_id, c.name, held.file_count, held.total_size, c.created_at, c.updated_at
FROM collections c
CROSS JOIN LATERAL (
  SELECT count(*) AS file_count, coalesce(sum(f.size), 0)::bigint AS total_size FROM live_files f WHERE f.collection_id = c.id
) held
WHERE c.deleted_at IS NULL;
ALTER TABLE generations DROP COLUMN embedding_error, DROP COLUMN embedded, DROP COLUMN embedding, DROP COLUMN vectors;

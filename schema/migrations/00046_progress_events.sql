-- Notifies listeners that show progress of the document, file or collection that has changed, so that they need not poll
-- every second. Triggers do it because older builds change the same rows during an upgrade.

-- +goose Up
-- +goose StatementBegin
CREATE FUNCTION tell_progress() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER documents_tell_progress AFTER UPDATE ON documents FOR EACH ROW
  WHEN ((OLD.status, OLD.attempt, OLD.format, OLD.deleted_at) IS DISTINCT FROM (NEW.status, NEW.attempt, NEW.format, NEW.deleted_at))
  EXECUTE FUNCTION tell_progress();
CREATE TRIGGER file_versions_begin_progress AFTER INSERT ON file_versions FOR EACH ROW EXECUTE FUNCTION tell_progress();
CREATE TRIGGER file_versions_tell_progress AFTER UPDATE ON file_versions FOR EACH ROW
  WHEN ((OLD.status, OLD.attempt, OLD.round) IS DISTINCT FROM (NEW.status, NEW.attempt, NEW.round))
  EXECUTE FUNCTION tell_progress();
CREATE TRIGGER files_tell_progress AFTER UPDATE ON files FOR EACH ROW
  WHEN ((OLD.version, OLD.deleted_at) IS DISTINCT FROM (NEW.version, NEW.deleted_at)) EXECUTE FUNCTION tell_progress();
CREATE TRIGGER collections_tell_progress AFTER UPDATE ON collections FOR EACH ROW
  WHEN (OLD.deleted_at IS DISTINCT FROM NEW.deleted_at) EXECUTE FUNCTION tell_progress();
CREATE TRIGGER progress_tell_progress AFTER INSERT OR UPDATE ON progress FOR EACH ROW EXECUTE FUNCTION tell_progress();

-- +goose Down
DROP TRIGGER progress_tell_progress ON progress;
DROP TRIGGER collections_tell_progress ON collections;
DROP TRIGGER files_tell_progress ON files;
DROP TRIGGER file_versions_tell_progress ON file_versions;
DROP TRIGGER file_versions_begin_progress ON file_versions;
DROP TRIGGER documents_tell_progress ON documents;
DROP FUNCTION tell_progress;

-- Plain columns describe the workflow to start; the process that starts it derives the workflow's id and priority. The
-- release before this one reads and writes workflow_id and priority instead, so the database derives either form from
-- the other as long as that release may be running.

-- +goose Up
ALTER TABLE workflow_outbox
  ADD COLUMN version  integer NOT NULL DEFAULT 0,
  ADD COLUMN round    integer NOT NULL DEFAULT 0,
  ADD COLUMN restarts integer NOT NULL DEFAULT 0,
  ADD COLUMN reindex  boolean NOT NULL DEFAULT false;

-- +goose StatementBegin
CREATE FUNCTION workflow_outbox_forms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.workflow_id IS NULL THEN
    NEW.workflow_id := CASE
        WHEN NEW.kind = 'file' THEN format('file/%s/v%s', NEW.parent_id, NEW.version)
        WHEN NEW.kind LIKE 'purge\_%' THEN format('purge/%s/%s', substr(NEW.kind, 7), NEW.object_id)
        ELSE format('%s/%s', NEW.kind, NEW.object_id)
      END
      || CASE WHEN NEW.round > 0 THEN '/r' || NEW.round ELSE '' END
      || CASE WHEN NEW.restarts > 0 THEN '/x' || NEW.restarts ELSE '' END;
    NEW.priority := CASE
        WHEN NEW.kind = 'turn' THEN 1
        WHEN NEW.kind = 'delivery' THEN 2
        WHEN NEW.kind LIKE 'purge\_%' THEN 5
        WHEN NEW.reindex THEN 4
        ELSE 3
      END;
  ELSE
    NEW.version := coalesce(substring(NEW.workflow_id FROM '/v([0-9]+)'), '0');
    NEW.round := coalesce(substring(NEW.workflow_id FROM '/r([0-9]+)'), '0');
    NEW.restarts := coalesce(substring(NEW.workflow_id FROM '/x([0-9]+)$'), '0');
    NEW.reindex := NEW.kind = 'file' AND NEW.priority = 4;
    IF NEW.kind = 'file' THEN
      NEW.parent_id := substring(NEW.workflow_id FROM '^file/([^/]+)/');
    END IF;
  END IF;
  RETURN NEW;
END $$;
-- +goose StatementEnd
CREATE TRIGGER workflow_outbox_forms BEFORE INSERT OR UPDATE OF workflow_id ON workflow_outbox
  FOR EACH ROW EXECUTE FUNCTION workflow_outbox_forms();
UPDATE workflow_outbox SET workflow_id = workflow_id;
CREATE UNIQUE INDEX workflow_outbox_once ON workflow_outbox (kind, object_id, round, restarts);

-- +goose Down
DROP TRIGGER workflow_outbox_forms ON workflow_outbox;
DROP FUNCTION workflow_outbox_forms;
DROP INDEX workflow_outbox_once;
ALTER TABLE workflow_outbox DROP COLUMN version, DROP COLUMN round, DROP COLUMN restarts, DROP COLUMN reindex;

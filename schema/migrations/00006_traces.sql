-- The object of a workflow, the document of a delivery, and the trace of the request that promised the workflow.
-- Operators see them as soon as it starts. A build that does not know the columns leaves them empty.

-- +goose Up
ALTER TABLE workflow_outbox
  ADD COLUMN about     text NOT NULL DEFAULT '',
  ADD COLUMN parent_id uuid,
  ADD COLUMN trace     text NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE workflow_outbox DROP COLUMN about, DROP COLUMN parent_id, DROP COLUMN trace;

-- +goose Up
-- A document is held while its account has enough others in processing. Nothing starts it until another one has ended.
ALTER TABLE workflow_outbox ADD COLUMN held boolean NOT NULL DEFAULT false;
-- at_once is the number of documents of the account that may be in processing, by its plan when the row was held.
ALTER TABLE workflow_outbox ADD COLUMN at_once integer;
CREATE INDEX workflow_outbox_held ON workflow_outbox (account_id, id) WHERE held;
CREATE INDEX documents_running ON documents (account_id) WHERE status IN ('PENDING', 'PROCESSING') AND deleted_at IS NULL;

-- +goose Down
DROP INDEX documents_running;
ALTER TABLE workflow_outbox DROP COLUMN held, DROP COLUMN at_once;

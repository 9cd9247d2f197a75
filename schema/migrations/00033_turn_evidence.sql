-- The words that support the citations of an answer, with their places. They are separate so that answers keep the shape
-- that clients know. They are deleted with the answer.

-- +goose Up
ALTER TABLE turns ADD COLUMN evidence jsonb NOT NULL DEFAULT '[]';
CREATE INDEX turns_message ON turns (message_id) WHERE message_id IS NOT NULL;

-- +goose Down
DROP INDEX turns_message;
ALTER TABLE turns DROP COLUMN evidence;

-- What supports the citations of an answer, and where it stands: answers keep the shape that clients know, and this is
-- asked for apart. It goes when the answer does.

-- +goose Up
ALTER TABLE turns ADD COLUMN evidence jsonb NOT NULL DEFAULT '[]';
CREATE INDEX turns_message ON turns (message_id) WHERE message_id IS NOT NULL;

-- +goose Down
DROP INDEX turns_message;
ALTER TABLE turns DROP COLUMN evidence;

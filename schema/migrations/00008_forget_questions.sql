-- No conversation is kept of questions outside of sessions: the cleaning finds those that have been answered.

-- +goose Up
CREATE INDEX turns_to_forget ON turns (finished_at) WHERE session_id IS NULL AND question <> '';

-- +goose Down
DROP INDEX turns_to_forget;

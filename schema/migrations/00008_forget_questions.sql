-- Questions outside of sessions are not kept. The cleaning finds answered ones through this index.

-- +goose Up
CREATE INDEX turns_to_forget ON turns (finished_at) WHERE session_id IS NULL AND question <> '';

-- +goose Down
DROP INDEX turns_to_forget;

-- name: insertSession :one
INSERT INTO sessions (id, account_id, title, titled, collection_ids)
VALUES (@id, @account_id, @title, @titled, @collection_ids)
RETURNING *;

-- name: sessionOf :one
SELECT * FROM sessions WHERE id = $1 AND account_id = $2;

-- name: sessionWithin :one
SELECT EXISTS (
  SELECT FROM sessions
  WHERE id = @id AND account_id = @account_id
    AND (sqlc.narg('only')::uuid[] IS NULL OR session_within(id, collection_ids, sqlc.narg('only'))));

-- name: lockSession :one
SELECT * FROM sessions WHERE id = $1 AND account_id = $2 FOR UPDATE;

-- name: listSessions :many
SELECT * FROM sessions
WHERE account_id = @account_id
  AND (@search::text = '' OR strpos(lower(title), lower(@search)) > 0)
  AND (sqlc.narg('collection_id')::uuid IS NULL OR sqlc.narg('collection_id') = ANY (collection_ids))
  AND (sqlc.narg('only')::uuid[] IS NULL OR session_within(id, collection_ids, sqlc.narg('only')))
ORDER BY updated_at DESC, id DESC
LIMIT @page_limit OFFSET @page_skip;

-- name: countSessions :one
SELECT count(*) FROM sessions
WHERE account_id = @account_id
  AND (@search::text = '' OR strpos(lower(title), lower(@search)) > 0)
  AND (sqlc.narg('collection_id')::uuid IS NULL OR sqlc.narg('collection_id') = ANY (collection_ids))
  AND (sqlc.narg('only')::uuid[] IS NULL OR session_within(id, collection_ids, sqlc.narg('only')));

-- name: renameSession :one
UPDATE sessions SET title = @title, titled = true, updated_at = now() WHERE id = @id AND account_id = @account_id
RETURNING *;

-- name: switchSession :one
-- Every message calls this, because it moves its session to the top of the list.
UPDATE sessions SET collection_ids = @collection_ids, updated_at = now() WHERE id = @id
RETURNING *;

-- name: titleSession :exec
-- Sets the title after the first exchange, unless the owner has set one in the meantime.
UPDATE sessions SET title = @title, titled = true WHERE id = @id AND NOT titled;

-- name: titleSessionOfTurn :exec
-- Like titleSession, for the session of a turn in flight.
UPDATE sessions SET title = @title, titled = true
WHERE id = (SELECT t.session_id FROM turns t WHERE t.id = @turn_id AND t.status = 'streaming') AND NOT titled;

-- name: deleteSession :execrows
DELETE FROM sessions WHERE id = $1 AND account_id = $2;

-- name: insertMessage :one
INSERT INTO messages (session_id, role, content, status) VALUES (@session_id, @role, @content, @status) RETURNING *;

-- name: listMessages :many
SELECT * FROM messages WHERE session_id = $1 ORDER BY id LIMIT @page_limit OFFSET @page_skip;

-- name: countMessages :one
SELECT count(*) FROM messages WHERE session_id = $1;

-- name: messagesBefore :many
-- The latest messages before a given one, newest first.
SELECT * FROM messages WHERE session_id = @session_id AND id < @before ORDER BY id DESC LIMIT @row_limit;

-- name: setMessage :exec
UPDATE messages SET content = @content, citations = @citations, status = @status WHERE id = @id;

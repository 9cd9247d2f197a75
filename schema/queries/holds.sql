-- name: holdAccount :one
-- One that is on hold already keeps its time.
UPDATE accounts SET held_at = coalesce(held_at, now()), hold_reason = @reason WHERE id = @id AND deleted_at IS NULL RETURNING *;

-- name: releaseAccount :one
UPDATE accounts SET held_at = NULL, hold_reason = '' WHERE id = $1 AND deleted_at IS NULL RETURNING *;

-- name: holdCollection :execrows
UPDATE collections SET held_at = coalesce(held_at, now()), hold_reason = @reason
WHERE id = @id AND account_id = @account_id AND deleted_at IS NULL;

-- name: releaseCollection :execrows
UPDATE collections SET held_at = NULL, hold_reason = '' WHERE id = @id AND account_id = @account_id AND deleted_at IS NULL;

-- name: setRetention :execrows
UPDATE collections SET retention_days = sqlc.narg('days'), updated_at = now() WHERE id = @id AND account_id = @account_id AND deleted_at IS NULL;

-- name: accountHeldAt :one
-- Deletions do not wait for each other, and whoever sets a hold waits for those that have begun.
SELECT held_at FROM accounts WHERE id = $1 FOR SHARE;

-- name: heldCollections :many
-- In a statement of its own, so that it sees what was committed while the one before it waited.
SELECT name FROM collections WHERE account_id = @account_id AND id = ANY (@ids::uuid[]) AND held_at IS NOT NULL ORDER BY name LIMIT 1;

-- name: anyHeldCollection :many
SELECT name FROM collections WHERE account_id = $1 AND held_at IS NOT NULL ORDER BY name LIMIT 1;

-- name: filesDue :many
-- Files older than their collection keeps them, oldest first. One that is being processed is left until it has ended.
SELECT f.id, f.account_id, f.collection_id
FROM collections c JOIN accounts a ON a.id = c.account_id JOIN files f ON f.collection_id = c.id JOIN file_versions v ON v.file_id = f.id AND v.version = f.version
WHERE c.retention_days IS NOT NULL AND c.deleted_at IS NULL AND a.deleted_at IS NULL AND c.held_at IS NULL AND a.held_at IS NULL
  AND f.deleted_at IS NULL AND v.status NOT IN ('pending', 'processing') AND v.created_at < now() - make_interval(days => c.retention_days)
ORDER BY v.created_at LIMIT $1;

-- name: KeptByHolds :many
-- How many files of each collection would have been deleted because of their age, were there no hold.
SELECT f.collection_id, count(*) AS files
FROM collections c JOIN accounts a ON a.id = c.account_id JOIN files f ON f.collection_id = c.id JOIN file_versions v ON v.file_id = f.id AND v.version = f.version
WHERE c.retention_days IS NOT NULL AND c.deleted_at IS NULL AND a.deleted_at IS NULL AND (c.held_at IS NOT NULL OR a.held_at IS NOT NULL)
  AND f.deleted_at IS NULL AND v.created_at < now() - make_interval(days => c.retention_days)
GROUP BY f.collection_id ORDER BY f.collection_id LIMIT $1;

-- name: itemsExpire :exec
-- Before the file is locked: whoever mirrors an item locks it before its file, too.
UPDATE source_items SET expired = true WHERE file_id = $1;

-- name: stillDue :one
-- Whether the file still is too old, and that for the rest of the transaction: an upload waits for it.
SELECT f.id FROM files f JOIN collections c ON c.id = f.collection_id JOIN file_versions v ON v.file_id = f.id AND v.version = f.version
WHERE f.id = $1 AND f.deleted_at IS NULL AND v.status NOT IN ('pending', 'processing')
  AND v.created_at < now() - make_interval(days => c.retention_days)
FOR UPDATE OF f;

-- name: documentDue :one
-- The account of a document whose files must go; nothing if it was deleted in the meantime.
SELECT account_id FROM documents WHERE id = $1 AND status = 'COMPLETED' AND expires_at <= now() AND deleted_at IS NULL;

-- name: heldCollectionsOfSession :many
-- Those that anything in it was asked about.
SELECT c.name FROM collections c JOIN sessions s ON s.account_id = c.account_id
WHERE s.id = $1 AND c.held_at IS NOT NULL
  AND (c.id = ANY (s.collection_ids)
       OR EXISTS (SELECT FROM messages m JOIN turns t ON t.message_id = m.id WHERE m.session_id = s.id AND c.id = ANY (t.collection_ids)))
ORDER BY c.name LIMIT 1;

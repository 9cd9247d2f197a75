-- name: holdAccount :one
-- An account that is already on hold keeps the time of its hold.
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
-- A shared lock: deletions do not wait for each other, and setting a hold waits for those that have begun.
SELECT held_at FROM accounts WHERE id = $1 FOR SHARE;

-- name: heldCollections :many
-- A separate statement, so that it sees everything that was committed while the previous one waited.
SELECT name FROM collections WHERE account_id = @account_id AND id = ANY (@ids::uuid[]) AND held_at IS NOT NULL ORDER BY name LIMIT 1;

-- name: anyHeldCollection :many
SELECT name FROM collections WHERE account_id = $1 AND held_at IS NOT NULL ORDER BY name LIMIT 1;

-- name: filesDue :many
-- Files past the retention period of their collection, oldest first. Files that are being processed are left out.
SELECT f.id, f.account_id, f.collection_id
FROM collections c JOIN accounts a ON a.id = c.account_id JOIN files f ON f.collection_id = c.id JOIN file_versions v ON v.file_id = f.id AND v.version = f.version
WHERE c.retention_days IS NOT NULL AND c.deleted_at IS NULL AND a.deleted_at IS NULL AND c.held_at IS NULL AND a.held_at IS NULL
  AND f.deleted_at IS NULL AND v.status NOT IN ('pending', 'processing') AND v.created_at < now() - make_interval(days => c.retention_days)
ORDER BY v.created_at LIMIT $1;

-- name: KeptByHolds :many
-- The number of files per collection that would have been deleted because of their age if there were no hold.
SELECT f.collection_id, count(*) AS files
FROM collections c JOIN accounts a ON a.id = c.account_id JOIN files f ON f.collection_id = c.id JOIN file_versions v ON v.file_id = f.id AND v.version = f.version
WHERE c.retention_days IS NOT NULL AND c.deleted_at IS NULL AND a.deleted_at IS NULL AND (c.held_at IS NOT NULL OR a.held_at IS NOT NULL)
  AND f.deleted_at IS NULL AND v.created_at < now() - make_interval(days => c.retention_days)
GROUP BY f.collection_id ORDER BY f.collection_id LIMIT $1;

-- name: itemsExpire :exec
-- Call this before locking the file, because mirroring an item also locks the item before its file.
UPDATE source_items SET expired = true WHERE file_id = $1;

-- name: stillDue :one
-- Whether the file is still past its retention period. The lock keeps it so for the rest of the transaction: uploads
-- wait.
SELECT f.id FROM files f JOIN collections c ON c.id = f.collection_id JOIN file_versions v ON v.file_id = f.id AND v.version = f.version
WHERE f.id = $1 AND f.deleted_at IS NULL AND v.status NOT IN ('pending', 'processing')
  AND v.created_at < now() - make_interval(days => c.retention_days)
FOR UPDATE OF f;

-- name: documentDue :one
-- The account of a document whose files have expired. Returns nothing if it was deleted in the meantime.
SELECT account_id FROM documents WHERE id = $1 AND status = 'COMPLETED' AND expires_at <= now() AND deleted_at IS NULL;

-- name: heldCollectionsOfSession :many
-- The held collections among those that any question of the session was about.
SELECT c.name FROM collections c JOIN sessions s ON s.account_id = c.account_id
WHERE s.id = $1 AND c.held_at IS NOT NULL
  AND (c.id = ANY (s.collection_ids)
       OR EXISTS (SELECT FROM messages m JOIN turns t ON t.message_id = m.id WHERE m.session_id = s.id AND c.id = ANY (t.collection_ids)))
ORDER BY c.name LIMIT 1;

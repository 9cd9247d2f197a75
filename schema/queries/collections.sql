-- name: insertCollection :exec
-- A new collection has the masking of its account.
INSERT INTO collections (id, account_id, name, masking)
VALUES (@id, @account_id, @name, (SELECT a.masking FROM accounts a WHERE a.id = @account_id));

-- name: collectionOf :one
SELECT * FROM live_collections WHERE id = $1 AND account_id = $2;

-- name: hasCollection :one
SELECT EXISTS (SELECT FROM collections WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL);

-- name: listCollections :many
SELECT * FROM live_collections
WHERE account_id = @account_id AND (@search::text = '' OR strpos(lower(name), lower(@search)) > 0)
  AND (sqlc.narg('only')::uuid[] IS NULL OR id = ANY (sqlc.narg('only')))
ORDER BY created_at DESC, id DESC
LIMIT @page_limit OFFSET @page_skip;

-- name: countCollections :one
SELECT count(*) FROM collections
WHERE account_id = @account_id AND deleted_at IS NULL AND (@search::text = '' OR strpos(lower(name), lower(@search)) > 0)
  AND (sqlc.narg('only')::uuid[] IS NULL OR id = ANY (sqlc.narg('only')));

-- name: renameCollection :execrows
UPDATE collections SET name = @name, updated_at = now() WHERE id = @id AND account_id = @account_id AND deleted_at IS NULL;

-- name: hideCollection :one
UPDATE collections SET deleted_at = now(), touched_at = now()
WHERE id = @id AND account_id = @account_id AND deleted_at IS NULL
RETURNING *;

-- name: hideFilesOf :exec
UPDATE files SET deleted_at = now() WHERE collection_id = $1 AND deleted_at IS NULL;

-- name: versionsInFlightIn :many
SELECT v.* FROM file_versions v JOIN files f ON f.id = v.file_id
WHERE f.collection_id = $1 AND v.status IN ('pending', 'processing');

-- name: deleteOutboxOfFilesIn :exec
-- The files need no purges of their own, because the purge of the collection removes them.
DELETE FROM workflow_outbox WHERE object_id IN (
  SELECT f.id FROM files f WHERE f.collection_id = $1
  UNION ALL SELECT v.id FROM file_versions v JOIN files f ON f.id = v.file_id WHERE f.collection_id = $1);

-- name: PurgeFilesIn :execrows
-- Deletes some files of a deleted collection, with everything attached to them. A single statement for a large
-- collection would take too long.
DELETE FROM files WHERE id IN (
  SELECT f.id FROM files f JOIN collections c ON c.id = f.collection_id
  WHERE f.collection_id = @collection_id AND c.deleted_at IS NOT NULL LIMIT @row_limit);

-- name: PurgeCollection :exec
DELETE FROM collections WHERE id = $1 AND deleted_at IS NOT NULL;

-- name: hiddenCollections :many
SELECT c.* FROM collections c
WHERE c.deleted_at IS NOT NULL AND c.touched_at < now() - make_interval(secs => @idle_seconds::double precision)
  AND NOT EXISTS (SELECT 1 FROM workflow_outbox o WHERE o.object_id = c.id)
  -- The removal of a deleted account also removes its collections.
  AND NOT EXISTS (SELECT 1 FROM accounts a WHERE a.id = c.account_id AND a.deleted_at IS NOT NULL)
ORDER BY c.touched_at
LIMIT @row_limit;

-- name: touchHiddenCollection :exec
UPDATE collections SET touched_at = now() WHERE id = $1;

-- name: restartHiddenCollection :one
UPDATE collections SET restarts = restarts + 1, touched_at = now()
WHERE id = @id AND restarts = @restarts AND deleted_at IS NOT NULL
RETURNING *;

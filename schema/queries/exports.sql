-- name: insertExport :one
INSERT INTO exports (id, account_id, request_id) VALUES (@id, @account_id, @request_id) RETURNING *;

-- name: countExports :one
SELECT count(*) FROM exports WHERE account_id = $1 AND deleted_at IS NULL AND (expires_at IS NULL OR expires_at > now());

-- name: listExports :many
-- Newest first.
SELECT * FROM exports WHERE account_id = @account_id AND deleted_at IS NULL AND (expires_at IS NULL OR expires_at > now())
ORDER BY id DESC LIMIT @page_limit OFFSET @page_skip;

-- name: exportOf :one
SELECT * FROM exports WHERE id = @id AND account_id = @account_id AND deleted_at IS NULL AND (expires_at IS NULL OR expires_at > now());

-- name: claimExport :one
UPDATE exports SET status = 'running', attempt = attempt + 1, touched_at = now()
WHERE id = $1 AND status IN ('pending', 'running') AND deleted_at IS NULL
RETURNING *;

-- name: completeExport :one
UPDATE exports SET status = 'completed', archive_key = @archive_key, size = @size, rows = @rows, files = @files,
  finished_at = now(), expires_at = now() + make_interval(secs => @lifetime_seconds::double precision), touched_at = now()
WHERE id = @id AND attempt = @attempt AND status = 'running' AND deleted_at IS NULL
RETURNING *;

-- name: failExport :one
UPDATE exports SET status = 'failed', error = @error, finished_at = now(),
  expires_at = now() + make_interval(secs => @lifetime_seconds::double precision), touched_at = now()
WHERE id = @id AND status IN ('pending', 'running') AND deleted_at IS NULL
RETURNING *;

-- name: hideExport :execrows
UPDATE exports SET deleted_at = now(), touched_at = now() WHERE id = @id AND account_id = @account_id AND deleted_at IS NULL;

-- name: EndedExports :many
-- Exports whose archives can no longer be downloaded.
SELECT id FROM exports WHERE deleted_at IS NOT NULL OR expires_at <= now() ORDER BY id LIMIT $1;

-- name: ForgetExport :exec
DELETE FROM exports WHERE id = $1 AND (deleted_at IS NOT NULL OR expires_at <= now());

-- name: KnownExports :many
SELECT id FROM exports WHERE id = ANY (@ids::uuid[]);

-- name: touchExport :exec
UPDATE exports SET touched_at = now() WHERE id = $1;

-- name: exportsInFlight :many
-- Exports that were not touched for a while and have no pending start: Temporal must know them, or they are stuck.
SELECT x.* FROM exports x
WHERE x.status IN ('pending', 'running') AND x.deleted_at IS NULL AND x.touched_at < now() - make_interval(secs => @idle_seconds::double precision)
  AND NOT EXISTS (SELECT 1 FROM workflow_outbox o WHERE o.object_id = x.id)
ORDER BY x.touched_at
LIMIT @row_limit;

-- name: restartExport :one
UPDATE exports SET restarts = restarts + 1, touched_at = now()
WHERE id = @id AND restarts = @restarts AND status IN ('pending', 'running') AND deleted_at IS NULL
RETURNING *;

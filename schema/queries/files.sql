-- name: lockCollection :one
-- A shared lock: uploads run concurrently. A deletion of the collection waits for them, and later uploads do not find
-- it.
SELECT id FROM collections WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL FOR SHARE;

-- name: takePath :one
-- The row lock serialises uploads to one path.
INSERT INTO files (id, account_id, collection_id, path, filename)
VALUES (@id, @account_id, @collection_id, @path, @filename)
ON CONFLICT (collection_id, path) WHERE deleted_at IS NULL DO UPDATE SET touched_at = now()
RETURNING *;

-- name: newestVersion :one
SELECT v.* FROM file_versions v JOIN files f ON f.id = v.file_id AND f.version = v.version WHERE f.id = $1;

-- name: insertVersion :exec
INSERT INTO file_versions (id, file_id, account_id, version, status, format, size, sha256, media_type, source_key, request_id)
VALUES (@id, @file_id, @account_id, @version, @status, @format, @size, @sha256, @media_type, @source_key, @request_id);

-- name: setNewestVersion :exec
UPDATE files SET version = @version, updated_at = now(), touched_at = now() WHERE id = @id;

-- name: supersedeVersion :exec
UPDATE file_versions SET status = 'failed', error = @error, error_type = 'superseded', touched_at = now()
WHERE id = @id AND status IN ('pending', 'processing');

-- name: nextRoundOfVersion :one
-- Processing the same bytes again is a new round, with its own generation and workflow.
UPDATE file_versions SET status = 'pending', round = round + 1, restarts = 0, error = NULL, error_type = NULL,
       request_id = @request_id, touched_at = now()
WHERE id = @id RETURNING *;

-- name: liveFile :one
SELECT * FROM live_files WHERE id = $1;

-- name: liveFileOf :one
SELECT * FROM live_files WHERE id = @id AND collection_id = @collection_id AND account_id = @account_id;

-- name: lockFileOfVersion :exec
-- Transactions that change a file and one of its versions lock the file first, so that they cannot deadlock.
SELECT f.id FROM files f JOIN file_versions v ON v.file_id = f.id WHERE v.id = $1 FOR NO KEY UPDATE OF f;

-- name: claimVersion :one
UPDATE file_versions v SET status = 'processing', attempt = v.attempt + 1, touched_at = now()
FROM files f
WHERE v.id = $1 AND v.status IN ('pending', 'processing') AND f.id = v.file_id AND f.version = v.version AND f.deleted_at IS NULL
RETURNING v.*;

-- name: claimedVersion :one
-- The version, if this attempt still owns it. It is locked so that an attempt that takes it over waits for pending
-- writes.
SELECT v.* FROM file_versions v JOIN files f ON f.id = v.file_id
WHERE v.id = $1 AND v.attempt = $2 AND v.status = 'processing' AND f.deleted_at IS NULL
FOR NO KEY UPDATE OF v;

-- name: readyVersion :one
UPDATE file_versions v SET status = 'ready', page_count = @page_count, output_key = @output_key, output_size = @output_size, touched_at = now(),
       masking = (SELECT g.masking FROM generations g WHERE g.id = @generation)
FROM files f
WHERE v.id = @id AND v.attempt = @attempt AND v.status = 'processing' AND f.id = v.file_id AND f.version = v.version AND f.deleted_at IS NULL
RETURNING v.*;

-- name: failVersion :one
UPDATE file_versions v SET status = 'failed', error = @error, error_type = @error_type, touched_at = now()
FROM files f
WHERE v.id = @id AND v.attempt = @attempt AND v.status IN ('pending', 'processing') AND f.id = v.file_id AND f.deleted_at IS NULL
RETURNING v.*;

-- name: versionByID :one
SELECT * FROM file_versions WHERE id = $1;

-- name: indexedFile :exec
UPDATE files SET indexed_at = now(), updated_at = now(), touched_at = now() WHERE id = $1;

-- name: touchFile :exec
UPDATE files SET updated_at = now(), touched_at = now() WHERE id = $1;

-- name: hideFile :one
UPDATE files SET deleted_at = now(), touched_at = now()
WHERE id = @id AND collection_id = @collection_id AND account_id = @account_id AND deleted_at IS NULL
RETURNING *;

-- name: versionsInFlightOf :many
SELECT * FROM file_versions WHERE file_id = $1 AND status IN ('pending', 'processing');

-- name: versionIDs :many
SELECT id FROM file_versions WHERE file_id = $1 ORDER BY id;

-- name: versionIDsOfCollection :many
SELECT v.id FROM file_versions v JOIN files f ON f.id = v.file_id
WHERE f.collection_id = @collection_id AND v.id > @after ORDER BY v.id LIMIT @row_limit;

-- name: PurgeFile :exec
DELETE FROM files WHERE id = $1 AND deleted_at IS NOT NULL;

-- name: listFiles :many
SELECT * FROM live_files
WHERE account_id = @account_id AND collection_id = @collection_id
  AND (@status::text = '' OR status = @status)
  AND (@search::text = '' OR strpos(lower(path), lower(@search)) > 0)
  AND (@path_prefix::text = '' OR starts_with(path, @path_prefix))
ORDER BY path COLLATE "C"
LIMIT @page_limit OFFSET @page_skip;

-- name: countFiles :one
SELECT count(*) FROM live_files
WHERE account_id = @account_id AND collection_id = @collection_id
  AND (@status::text = '' OR status = @status)
  AND (@search::text = '' OR strpos(lower(path), lower(@search)) > 0)
  AND (@path_prefix::text = '' OR starts_with(path, @path_prefix));

-- name: lockFile :one
SELECT * FROM files WHERE id = @id AND collection_id = @collection_id AND account_id = @account_id AND deleted_at IS NULL FOR UPDATE;

-- name: listVersions :many
SELECT v.*, (v.id = coalesce(a.version_id, newest.id))::boolean AS is_current,
       (v.masking @> c.masking)::boolean AS covered, c.masking AS asked
FROM file_versions v
JOIN files f ON f.id = v.file_id
JOIN collections c ON c.id = f.collection_id
JOIN file_versions newest ON newest.file_id = f.id AND newest.version = f.version
LEFT JOIN generations a ON a.file_id = f.id AND a.state = 'active'
WHERE v.file_id = @file_id AND (@version::integer = 0 OR v.version = @version)
ORDER BY v.version DESC
LIMIT @page_limit OFFSET @page_skip;

-- name: OriginalsOfFiles :many
-- The originals of the newest versions, even of those that do not answer queries yet.
SELECT f.id, f.path, v.source_key, v.size, c.masking
FROM live_files f JOIN file_versions v ON v.file_id = f.id AND v.version = f.version JOIN collections c ON c.id = f.collection_id
WHERE f.account_id = @account_id AND f.id = ANY(@file_ids::uuid[]);

-- name: newestOutput :one
-- The newest version with Markdown, or 0 if there is none.
SELECT coalesce(max(version), 0)::integer FROM file_versions WHERE file_id = $1 AND output_key IS NOT NULL;

-- name: countVersions :one
SELECT count(*) FROM file_versions WHERE file_id = $1;

-- name: versionsInFlight :many
-- Versions that were not touched for a while and have no pending start: Temporal must know them, or they are stuck.
SELECT v.* FROM file_versions v JOIN files f ON f.id = v.file_id
WHERE v.status IN ('pending', 'processing') AND f.deleted_at IS NULL
  AND v.touched_at < now() - make_interval(secs => @idle_seconds::double precision)
  AND NOT EXISTS (SELECT 1 FROM workflow_outbox o WHERE o.object_id = v.id)
ORDER BY v.touched_at
LIMIT @row_limit;

-- name: touchVersion :exec
UPDATE file_versions SET touched_at = now() WHERE id = $1;

-- name: restartVersion :one
UPDATE file_versions SET restarts = restarts + 1, touched_at = now()
WHERE id = @id AND restarts = @restarts AND status IN ('pending', 'processing')
RETURNING *;

-- name: hiddenFiles :many
-- Files that were deleted by their owner and still exist, because the purge was lost or has not run yet. The purge of a
-- deleted collection removes its files, so they are left out.
SELECT f.* FROM files f JOIN collections c ON c.id = f.collection_id
WHERE f.deleted_at IS NOT NULL AND c.deleted_at IS NULL
  AND f.touched_at < now() - make_interval(secs => @idle_seconds::double precision)
  AND NOT EXISTS (SELECT 1 FROM workflow_outbox o WHERE o.object_id = f.id)
ORDER BY f.touched_at
LIMIT @row_limit;

-- name: touchHiddenFile :exec
UPDATE files SET touched_at = now() WHERE id = $1;

-- name: restartHiddenFile :one
UPDATE files SET restarts = restarts + 1, touched_at = now()
WHERE id = @id AND restarts = @restarts AND deleted_at IS NOT NULL
RETURNING *;

-- name: insertSource :one
INSERT INTO sources (id, account_id, collection_id, name, kind, settings, secret, secret_key, every_minutes, rate, add_only, preview, include, exclude)
VALUES (@id, @account_id, @collection_id, @name, @kind, @settings, @secret, @secret_key, @every_minutes, @rate, @add_only, @preview, @include, @exclude)
RETURNING *;

-- name: sourceOfAccount :one
SELECT * FROM sources WHERE id = $1 AND account_id = $2;

-- name: lockSource :one
SELECT * FROM sources WHERE id = $1 AND account_id = $2 FOR NO KEY UPDATE;

-- name: listSources :many
SELECT * FROM sources
WHERE account_id = @account_id AND (sqlc.narg('collection_id')::uuid IS NULL OR collection_id = sqlc.narg('collection_id'))
ORDER BY created_at DESC, id DESC LIMIT @page_limit OFFSET @page_skip;

-- name: countSources :one
SELECT count(*) FROM sources WHERE account_id = @account_id AND (sqlc.narg('collection_id')::uuid IS NULL OR collection_id = sqlc.narg('collection_id'));

-- name: countSourcesOf :one
SELECT count(*) FROM sources WHERE account_id = $1;

-- name: changeSource :one
UPDATE sources SET name = @name, every_minutes = @every_minutes, rate = @rate, add_only = @add_only, settings = @settings,
       secret = @secret, secret_key = @secret_key, include = @include, exclude = @exclude,
       next_run_at = least(next_run_at, now() + CASE WHEN @anew::boolean THEN interval '0' ELSE make_interval(mins => @every_minutes) END),
       updated_at = now()
WHERE id = @id RETURNING *;

-- name: deleteSource :execrows
DELETE FROM sources WHERE id = $1 AND account_id = $2;

-- name: pauseSource :one
UPDATE sources SET paused_at = coalesce(paused_at, now()), pause_reason = @reason, preview = false, updated_at = now()
WHERE id = @id RETURNING *;

-- name: resumeSource :one
UPDATE sources SET paused_at = NULL, pause_reason = NULL, preview = false, updated_at = now() WHERE id = $1 RETURNING *;

-- name: dueSources :many
-- Sources of deleted collections are left out, because a purge will remove them.
SELECT s.* FROM sources s JOIN collections c ON c.id = s.collection_id
WHERE s.paused_at IS NULL AND s.next_run_at <= now() AND c.deleted_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM source_runs r WHERE r.source_id = s.id AND r.finished_at IS NULL)
ORDER BY s.next_run_at LIMIT $1 FOR NO KEY UPDATE OF s SKIP LOCKED;

-- name: nextRunOfSource :one
UPDATE sources SET last_run = last_run + 1, next_run_at = now() + make_interval(mins => every_minutes) WHERE id = $1 RETURNING last_run;

-- name: insertSourceRun :one
INSERT INTO source_runs (id, source_id, account_id, number, dry_run, allow_deletions, request_id)
VALUES (@id, @source_id, @account_id, @number, @dry_run, @allow_deletions, @request_id)
RETURNING *;

-- name: forgetSourceRuns :exec
DELETE FROM source_runs WHERE source_id = @source_id AND number <= @number AND finished_at IS NOT NULL;

-- name: openSourceRun :one
SELECT * FROM source_runs WHERE source_id = $1 AND finished_at IS NULL;

-- name: sourceRunOf :one
SELECT * FROM source_runs WHERE id = $1 AND source_id = $2;

-- name: listSourceRuns :many
SELECT * FROM source_runs WHERE source_id = @source_id ORDER BY number DESC LIMIT @page_limit OFFSET @page_skip;

-- name: countSourceRuns :one
SELECT count(*) FROM source_runs WHERE source_id = $1;

-- name: countSourceLog :many
SELECT run_id, action, count(*)::integer AS items FROM source_log WHERE run_id = ANY(@run_ids::uuid[]) GROUP BY 1, 2;

-- name: listSourceLog :many
-- The actions of a run, with the current files of the items.
SELECT sqlc.embed(l), f.id AS file_id FROM source_log l
LEFT JOIN source_items i ON i.source_id = @source_id AND i.path = l.path
LEFT JOIN files f ON f.id = i.file_id AND f.deleted_at IS NULL
WHERE l.run_id = @run_id AND (@action::text = '' OR l.action = @action)
ORDER BY l.id LIMIT @page_limit OFFSET @page_skip;

-- name: countSourceLogOf :one
SELECT count(*) FROM source_log WHERE run_id = @run_id AND (@action::text = '' OR action = @action);

-- name: sourceOfRun :one
-- Returns nothing if the run has ended or was stopped.
SELECT sqlc.embed(s), sqlc.embed(r), a.plan FROM source_runs r
JOIN sources s ON s.id = r.source_id JOIN accounts a ON a.id = s.account_id
WHERE r.id = $1 AND r.finished_at IS NULL;

-- name: holdSourceRun :one
-- A shared lock: ending the run waits for the writes made under it.
SELECT * FROM source_runs WHERE id = $1 AND finished_at IS NULL FOR SHARE;

-- name: recordListing :execrows
-- If two workers make the listing of the same run, only one of them succeeds with each page.
UPDATE source_runs SET listing_cursor = @next, listed = listed + @items, touched_at = now(),
       listed_at = CASE WHEN @complete::boolean THEN now() ELSE listed_at END
WHERE id = @id AND listing_cursor = @cursor AND finished_at IS NULL AND listed_at IS NULL;

-- name: seeItems :exec
INSERT INTO source_items (source_id, path, seen, key, listed_tag, listed_size)
SELECT @source_id, unnest(@paths::text[]), @seen, unnest(@keys::text[]), unnest(@tags::text[]), unnest(@sizes::bigint[])
ON CONFLICT (source_id, path) DO UPDATE SET seen = excluded.seen, key = excluded.key, listed_tag = excluded.listed_tag,
       listed_size = excluded.listed_size;

-- name: losses :one
-- The number of mirrored items, how many of them are missing from the listing, and how many of the missing ones have
-- another form of name than the listed ones.
SELECT count(*)::integer AS mirrored, (count(*) FILTER (WHERE seen <> @number))::integer AS gone,
       (count(*) FILTER (WHERE seen <> @number AND NOT starts_with(key, @namespace::text)))::integer AS renamed
FROM source_items WHERE source_id = @source_id AND file_id IS NOT NULL;

-- name: itemsToMirror :many
-- Items that are new, have changed, or whose file was deleted here by hand, but not because of its age. Every run
-- processes an item once.
SELECT i.* FROM source_items i LEFT JOIN files f ON f.id = i.file_id AND f.deleted_at IS NULL
WHERE i.source_id = @source_id AND i.seen = @number AND i.tried <> @number AND i.path > @after
  AND (i.tag IS DISTINCT FROM i.listed_tag OR (f.id IS NULL AND NOT i.expired))
ORDER BY i.path LIMIT @row_limit;

-- name: itemsToDelete :many
-- Every run processes an item once, so an item that is kept by a hold is left for the next run.
SELECT * FROM source_items WHERE source_id = @source_id AND seen <> @number AND tried <> @number ORDER BY path LIMIT @row_limit;

-- name: lockItem :one
SELECT * FROM source_items WHERE source_id = $1 AND path = $2 FOR UPDATE;

-- name: fileAtPath :one
SELECT * FROM files WHERE collection_id = @collection_id AND path = @path AND deleted_at IS NULL;

-- name: mirroredItem :exec
UPDATE source_items SET tag = @tag, file_id = @file_id, version_id = @version_id, tried = @number, expired = false
WHERE source_id = @source_id AND path = @path;

-- name: triedItem :exec
UPDATE source_items SET tried = @number WHERE source_id = @source_id AND path = @path;

-- name: forgetItem :exec
DELETE FROM source_items WHERE source_id = $1 AND path = $2;

-- name: insertSourceLog :exec
INSERT INTO source_log (run_id, path, action, detail) VALUES (@run_id, @path, @action, @detail);

-- name: logDryRun :exec
-- Records what a run would do, without doing it.
INSERT INTO source_log (run_id, path, action)
SELECT @run_id::uuid, i.path,
       CASE WHEN i.seen <> @number THEN 'deleted' WHEN i.tag IS NULL OR f.id IS NULL THEN 'added' ELSE 'changed' END
FROM source_items i LEFT JOIN files f ON f.id = i.file_id AND f.deleted_at IS NULL
WHERE i.source_id = @source_id
  AND CASE WHEN i.seen = @number THEN i.tag IS DISTINCT FROM i.listed_tag OR (f.id IS NULL AND NOT i.expired) ELSE f.id IS NOT NULL AND NOT @add_only::boolean END
ORDER BY i.path;

-- name: endSourceRun :one
UPDATE source_runs SET status = @status, error = @error, finished_at = now(), touched_at = now()
WHERE id = @id AND finished_at IS NULL RETURNING *;

-- name: touchSourceRun :exec
UPDATE source_runs SET touched_at = now() WHERE id = $1;

-- name: sourceRunsInFlight :many
SELECT r.* FROM source_runs r
WHERE r.finished_at IS NULL AND r.touched_at < now() - make_interval(secs => @idle_seconds::double precision)
  AND NOT EXISTS (SELECT 1 FROM workflow_outbox o WHERE o.object_id = r.id)
ORDER BY r.touched_at LIMIT @row_limit;

-- name: restartSourceRun :one
UPDATE source_runs SET restarts = restarts + 1, touched_at = now() WHERE id = $1 AND restarts = $2 AND finished_at IS NULL
RETURNING *;

-- name: fileByID :one
SELECT * FROM files WHERE id = $1 AND deleted_at IS NULL;

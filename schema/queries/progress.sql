-- name: recordProgress :exec
INSERT INTO progress AS p (object_id, round, total, ranges)
VALUES (@object_id, @round, @total, jsonb_build_object(@first::text, @pages::integer))
ON CONFLICT (object_id) DO UPDATE SET
  ranges = CASE WHEN p.round = EXCLUDED.round THEN p.ranges || EXCLUDED.ranges ELSE EXCLUDED.ranges END,
  round = EXCLUDED.round, total = EXCLUDED.total, touched_at = now();

-- name: progressOf :many
SELECT p.object_id, p.round, p.total, (SELECT coalesce(sum(value::integer), 0) FROM jsonb_each_text(p.ranges))::integer AS done
FROM progress p WHERE p.object_id = ANY(@objects::uuid[]);

-- name: DeleteProgressBefore :execrows
DELETE FROM progress WHERE object_id IN (
  SELECT p.object_id FROM progress p WHERE p.touched_at < @before ORDER BY p.touched_at LIMIT @row_limit);

-- name: filesInFlightOf :many
-- The files of a collection whose newest version is in flight, oldest first.
SELECT l.id FROM live_files l
WHERE l.account_id = @account_id AND l.collection_id = @collection_id AND l.status IN ('pending', 'processing')
ORDER BY l.updated_at, l.id LIMIT @row_limit;

-- name: filesTouchedOf :many
-- The files of a collection whose processing began or ended in the last seconds, newest first.
SELECT f.id, f.updated_at FROM files f
WHERE f.account_id = @account_id AND f.collection_id = @collection_id AND f.deleted_at IS NULL
  AND f.updated_at > now() - make_interval(secs => @seconds::double precision)
ORDER BY f.updated_at DESC, f.id LIMIT @row_limit;

-- name: filesEmbeddingOf :many
-- The files of a collection whose passages are still to get vectors, oldest first, including those with an error.
SELECT g.file_id FROM generations g JOIN files f ON f.id = g.file_id
WHERE g.account_id = @account_id AND g.collection_id = @collection_id AND g.state = 'active' AND f.deleted_at IS NULL
  AND g.embedded < g.passages AND (g.embedding <> '' OR g.embedding_error IS NOT NULL)
ORDER BY g.created_at, g.id LIMIT @row_limit;

-- name: versionInProgress :one
SELECT v.attempt, v.round, v.touched_at, v.created_at FROM file_versions v WHERE v.id = $1;

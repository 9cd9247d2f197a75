-- name: insertBatch :one
INSERT INTO batches (id, account_id, size, callback_url, request_id)
VALUES (@id, @account_id, @size, @callback_url, @request_id)
RETURNING *;

-- name: batchOfAccount :one
SELECT * FROM batches WHERE id = $1 AND account_id = $2;

-- name: batchByID :one
SELECT * FROM batches WHERE id = $1;

-- name: listBatches :many
SELECT * FROM batches WHERE account_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2 OFFSET $3;

-- name: countBatches :one
SELECT count(*) FROM batches WHERE account_id = $1;

-- name: countOpenBatches :one
SELECT count(*) FROM batches WHERE account_id = $1 AND finished_at IS NULL;

-- name: statusesOfBatches :many
SELECT batch_id::uuid AS batch_id,
       (CASE WHEN status = 'COMPLETED' AND expires_at <= now() THEN 'EXPIRED' ELSE status END)::text AS status,
       count(*)::integer AS documents
FROM documents
WHERE batch_id = ANY(@batch_ids::uuid[]) AND deleted_at IS NULL
GROUP BY 1, 2;

-- name: listBatchDocuments :many
SELECT * FROM documents
WHERE batch_id = @batch_id::uuid AND deleted_at IS NULL AND (@status::text = '' OR status = @status)
ORDER BY batch_position
LIMIT @page_limit OFFSET @page_skip;

-- name: countBatchDocuments :one
SELECT count(*) FROM documents WHERE batch_id = @batch_id::uuid AND deleted_at IS NULL AND (@status::text = '' OR status = @status);

-- name: batchDocumentsAfter :many
SELECT * FROM documents
WHERE batch_id = @batch_id::uuid AND batch_position > @position AND deleted_at IS NULL
ORDER BY batch_position
LIMIT @row_limit;

-- name: batchDocumentsInFlight :many
SELECT * FROM documents
WHERE batch_id = @batch_id::uuid AND status IN ('PENDING', 'PROCESSING') AND deleted_at IS NULL
ORDER BY batch_position
LIMIT @row_limit;

-- name: lockBatch :one
-- Unlike FOR UPDATE, this lock does not block rows that refer to the batch.
SELECT * FROM batches WHERE id = $1 FOR NO KEY UPDATE;

-- name: finishBatch :one
-- Call lockBatch first: of two documents that end at the same time, the later one must see the other.
UPDATE batches b SET finished_at = now(), touched_at = now(), restarts = 0
WHERE b.id = @id AND b.finished_at IS NULL AND NOT EXISTS (
  SELECT 1 FROM documents d WHERE d.batch_id = b.id AND d.status IN ('PENDING', 'PROCESSING') AND d.deleted_at IS NULL)
RETURNING b.*;

-- name: cancelBatch :one
UPDATE batches SET cancelled_at = now(), touched_at = now() WHERE id = $1 AND finished_at IS NULL AND cancelled_at IS NULL
RETURNING *;

-- name: notifiedBatch :exec
UPDATE batches SET notified_at = now(), touched_at = now() WHERE id = $1;

-- name: touchBatch :exec
UPDATE batches SET touched_at = now() WHERE id = $1;

-- name: batchesInFlight :many
-- Batches that are still to be cancelled, ended or reported. A batch that only waits for its documents is left out,
-- because the last of them ends it.
SELECT b.* FROM batches b
WHERE (b.finished_at IS NULL OR (b.callback_url IS NOT NULL AND b.notified_at IS NULL))
  AND (b.finished_at IS NOT NULL OR b.cancelled_at IS NOT NULL OR NOT EXISTS (
    SELECT 1 FROM documents d WHERE d.batch_id = b.id AND d.status IN ('PENDING', 'PROCESSING') AND d.deleted_at IS NULL))
  AND b.touched_at < now() - make_interval(secs => @idle_seconds::double precision)
  AND NOT EXISTS (SELECT 1 FROM workflow_outbox o WHERE o.object_id = b.id)
ORDER BY b.touched_at
LIMIT @row_limit;

-- name: restartBatch :one
UPDATE batches SET restarts = restarts + 1, touched_at = now() WHERE id = $1 AND restarts = $2
RETURNING *;

-- name: insertBatchDelivery :one
INSERT INTO deliveries (id, account_id, batch_id, url, body) VALUES (@id, @account_id, @batch_id::uuid, @url, @body)
RETURNING *;

-- name: hideBatchDocuments :many
-- Documents are locked in the order of their ids, so that deletions cannot deadlock.
UPDATE documents SET deleted_at = now(), touched_at = now()
WHERE id IN (SELECT d.id FROM documents d WHERE d.batch_id = @batch_id::uuid AND d.deleted_at IS NULL ORDER BY d.id FOR UPDATE)
RETURNING *;

-- name: deleteBatch :execrows
DELETE FROM batches WHERE id = $1;

-- name: insertDelivery :one
INSERT INTO deliveries (id, account_id, document_id, url, body) VALUES (@id, @account_id, @document_id::uuid, @url, @body)
RETURNING *;

-- name: deliveryByID :one
SELECT * FROM deliveries WHERE id = $1;

-- name: deliveryOf :one
-- A delivery of a document or a batch.
SELECT * FROM deliveries WHERE id = @id AND account_id = @account_id AND (document_id = @subject::uuid OR batch_id = @subject::uuid);

-- name: listDeliveries :many
SELECT * FROM deliveries WHERE document_id = @subject::uuid OR batch_id = @subject::uuid
ORDER BY created_at DESC, id DESC LIMIT @page_limit OFFSET @page_skip;

-- name: countDeliveries :one
SELECT count(*) FROM deliveries WHERE document_id = @subject::uuid OR batch_id = @subject::uuid;

-- name: attemptsOf :many
SELECT * FROM delivery_attempts WHERE delivery_id = ANY(@delivery_ids::uuid[]) ORDER BY delivery_id, number;

-- name: beginAttempt :exec
-- An attempt that is repeated after a crash has the same number and row. The receiver may see it twice, with the same
-- webhook-id.
INSERT INTO delivery_attempts (delivery_id, number) VALUES ($1, $2)
ON CONFLICT (delivery_id, number) DO UPDATE SET at = now();

-- name: finishAttempt :exec
UPDATE delivery_attempts SET response_status = @response_status, duration_ms = @duration_ms, error = @error,
  answer = @answer, answer_cut = @answer_cut
WHERE delivery_id = @delivery_id AND number = @number;

-- name: forgetAnswers :exec
UPDATE delivery_attempts SET answer = NULL, answer_cut = false
WHERE delivery_id = $1 AND number <= $2 AND answer IS NOT NULL;

-- name: touchDelivery :exec
UPDATE deliveries SET touched_at = now() WHERE id = $1;

-- name: finishDelivery :execrows
UPDATE deliveries SET status = @status, touched_at = now()
WHERE id = @id AND round = @round AND status = 'pending';

-- name: reopenDelivery :one
UPDATE deliveries SET status = 'pending', round = round + 1, restarts = 0, touched_at = now()
WHERE id = $1 AND status <> 'pending'
RETURNING *;

-- name: deliveriesInFlight :many
SELECT d.* FROM deliveries d
WHERE d.status = 'pending'
  AND d.touched_at < now() - make_interval(secs => @idle_seconds::double precision)
  AND NOT EXISTS (SELECT 1 FROM workflow_outbox o WHERE o.object_id = d.id)
ORDER BY d.touched_at
LIMIT @row_limit;

-- name: restartDelivery :one
UPDATE deliveries SET restarts = restarts + 1, touched_at = now()
WHERE id = $1 AND status = 'pending' AND restarts = $2
RETURNING *;

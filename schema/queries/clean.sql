-- name: ExpiredDocuments :many
-- Their files are to be removed before expireDocument.
SELECT id FROM documents WHERE status = 'COMPLETED' AND expires_at <= now() AND deleted_at IS NULL ORDER BY expires_at LIMIT $1;

-- name: ExpireDocument :exec
UPDATE documents SET status = 'EXPIRED', touched_at = now() WHERE id = $1 AND status = 'COMPLETED' AND expires_at <= now();

-- name: DeleteIdempotencyKeysBefore :execrows
DELETE FROM idempotency_keys d WHERE (d.account_id, d.key) IN (
  SELECT k.account_id, k.key FROM idempotency_keys k WHERE k.created_at < @before LIMIT @row_limit);

-- name: DeleteDeliveriesBefore :execrows
-- With their attempts. What is pending stays, however old.
DELETE FROM deliveries WHERE id IN (
  SELECT d.id FROM deliveries d WHERE d.status <> 'pending' AND d.touched_at < @before ORDER BY d.touched_at LIMIT @row_limit);

-- name: ForgetQuestionsBefore :execrows
-- What was asked outside of sessions, and the answer. How it went stays, and what it has cost.
UPDATE turns SET question = '', queries = '{}', answer = '', citations = '[]', idempotency_key = '' WHERE id IN (
  SELECT t.id FROM turns t WHERE t.session_id IS NULL AND t.question <> '' AND t.finished_at < @before
  ORDER BY t.finished_at LIMIT @row_limit);

-- name: KnownDocuments :many
-- Those of the ids that have a row, a hidden one too: its purge looks after its files.
SELECT id FROM documents WHERE id = ANY(@ids::uuid[]);

-- name: KnownVersions :many
SELECT id FROM file_versions WHERE id = ANY(@ids::uuid[]);

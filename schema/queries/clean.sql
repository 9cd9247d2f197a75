-- name: ExpiredDocuments :many
-- Their files must be removed before expireDocument. Those of accounts on hold stay.
SELECT d.id FROM documents d WHERE d.status = 'COMPLETED' AND d.expires_at <= now() AND d.deleted_at IS NULL
  AND NOT EXISTS (SELECT FROM accounts a WHERE a.id = d.account_id AND a.held_at IS NOT NULL)
ORDER BY d.expires_at LIMIT $1;

-- name: expireDocument :exec
UPDATE documents SET status = 'EXPIRED', touched_at = now() WHERE id = $1 AND status = 'COMPLETED' AND expires_at <= now();

-- name: DeleteIdempotencyKeysBefore :execrows
DELETE FROM idempotency_keys d WHERE (d.account_id, d.key) IN (
  SELECT k.account_id, k.key FROM idempotency_keys k WHERE k.created_at < @before LIMIT @row_limit);

-- name: DeleteDeliveriesBefore :execrows
-- Together with their attempts. Pending ones stay, however old, and those of accounts on hold.
DELETE FROM deliveries WHERE id IN (
  SELECT d.id FROM deliveries d WHERE d.status <> 'pending' AND d.touched_at < @before
    AND NOT EXISTS (SELECT FROM accounts a WHERE a.id = d.account_id AND a.held_at IS NOT NULL)
  ORDER BY d.touched_at LIMIT @row_limit);

-- name: ForgetQuestionsBefore :execrows
-- Questions asked outside of sessions, and their answers, except where a hold keeps them. Their outcome and cost stay.
UPDATE turns SET question = '', queries = '{}', answer = '', citations = '[]', evidence = '[]', hits = NULL, idempotency_key = '' WHERE id IN (
  SELECT t.id FROM turns t WHERE t.session_id IS NULL AND t.question <> '' AND t.finished_at < @before
    AND NOT EXISTS (SELECT FROM accounts a WHERE a.id = t.account_id AND a.held_at IS NOT NULL)
    AND NOT EXISTS (SELECT FROM collections c WHERE c.account_id = t.account_id AND c.held_at IS NOT NULL AND c.id = ANY (t.collection_ids))
  ORDER BY t.finished_at LIMIT @row_limit);

-- name: KnownDocuments :many
-- Those of the ids that have a row, even a hidden one: its purge takes care of its files.
SELECT id FROM documents WHERE id = ANY(@ids::uuid[]);

-- name: KnownVersions :many
SELECT id FROM file_versions WHERE id = ANY(@ids::uuid[]);

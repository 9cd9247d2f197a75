-- name: ExpiredDocuments :many
-- Documents of accounts on hold are left out. Remove the files of a document before calling expireDocument.
SELECT d.id FROM documents d WHERE d.status = 'COMPLETED' AND d.expires_at <= now() AND d.deleted_at IS NULL
  AND NOT EXISTS (SELECT FROM accounts a WHERE a.id = d.account_id AND a.held_at IS NOT NULL)
ORDER BY d.expires_at LIMIT $1;

-- name: expireDocument :exec
UPDATE documents SET status = 'EXPIRED', touched_at = now() WHERE id = $1 AND status = 'COMPLETED' AND expires_at <= now();

-- name: DeleteIdempotencyKeysBefore :execrows
DELETE FROM idempotency_keys d WHERE (d.account_id, d.key) IN (
  SELECT k.account_id, k.key FROM idempotency_keys k WHERE k.created_at < @before LIMIT @row_limit);

-- name: DeleteDeliveriesBefore :execrows
-- Deletes ended deliveries with their attempts. Pending ones stay, however old, and so do those of accounts on hold.
DELETE FROM deliveries WHERE id IN (
  SELECT d.id FROM deliveries d WHERE d.status <> 'pending' AND d.touched_at < @before
    AND NOT EXISTS (SELECT FROM accounts a WHERE a.id = d.account_id AND a.held_at IS NOT NULL)
  ORDER BY d.touched_at LIMIT @row_limit);

-- name: ForgetQuestionsBefore :execrows
-- Clears questions asked outside of sessions, and their answers, unless a hold keeps them. Their outcome and cost stay.
UPDATE turns SET question = '', queries = '{}', answer = '', citations = '[]', evidence = '[]', hits = NULL, idempotency_key = '' WHERE id IN (
  SELECT t.id FROM turns t WHERE t.session_id IS NULL AND t.question <> '' AND t.finished_at < @before
    AND NOT EXISTS (SELECT FROM accounts a WHERE a.id = t.account_id AND a.held_at IS NOT NULL)
    AND NOT EXISTS (SELECT FROM collections c WHERE c.account_id = t.account_id AND c.held_at IS NOT NULL AND c.id = ANY (t.collection_ids))
  ORDER BY t.finished_at LIMIT @row_limit);

-- name: KnownDocuments :many
-- The given ids that have a row. A hidden row counts, because its purge removes its files.
SELECT id FROM documents WHERE id = ANY(@ids::uuid[]);

-- name: KnownVersions :many
SELECT id FROM file_versions WHERE id = ANY(@ids::uuid[]);

-- name: IsDeleted :one
-- Reports whether the document or version was deleted: it has no row, or its row or its file is hidden.
SELECT (NOT EXISTS (SELECT FROM documents d WHERE d.id = @id AND d.deleted_at IS NULL)
  AND NOT EXISTS (SELECT FROM file_versions v JOIN files f ON f.id = v.file_id WHERE v.id = @id AND f.deleted_at IS NULL))::boolean;

-- name: insertAudit :exec
INSERT INTO audit_log (account_id, key_id, actor, action, object_id, request_id, ip)
VALUES (@account_id, @key_id, @actor, @action, @object_id, @request_id, @ip);

-- name: listAudit :many
-- Newest first.
SELECT * FROM audit_log
WHERE (sqlc.narg('account_id')::uuid IS NULL OR account_id = sqlc.narg('account_id'))
  AND (sqlc.narg('object_id')::uuid IS NULL OR object_id = sqlc.narg('object_id'))
  AND (@action::text = '' OR starts_with(action, @action))
  AND (sqlc.narg('key_id')::uuid IS NULL OR key_id = sqlc.narg('key_id'))
  AND at >= @since
  AND (sqlc.narg('until')::timestamptz IS NULL OR at <= sqlc.narg('until'))
ORDER BY id DESC
LIMIT @row_limit OFFSET @row_skip;

-- name: countAudit :one
-- Takes the same filters as listAudit.
SELECT count(*) FROM audit_log
WHERE (sqlc.narg('account_id')::uuid IS NULL OR account_id = sqlc.narg('account_id'))
  AND (sqlc.narg('object_id')::uuid IS NULL OR object_id = sqlc.narg('object_id'))
  AND (@action::text = '' OR starts_with(action, @action))
  AND (sqlc.narg('key_id')::uuid IS NULL OR key_id = sqlc.narg('key_id'))
  AND at >= @since
  AND (sqlc.narg('until')::timestamptz IS NULL OR at <= sqlc.narg('until'));

-- name: pruneAudit :execrows
-- Only the owner of the tables may run this, not the application's role. Entries under a hold stay.
DELETE FROM audit_log l WHERE l.at < $1
  AND NOT EXISTS (SELECT FROM accounts a WHERE a.id = l.account_id AND a.held_at IS NOT NULL)
  AND NOT EXISTS (SELECT FROM collections c WHERE c.account_id = l.account_id AND c.held_at IS NOT NULL);

-- name: auditBefore :many
-- The entries after a given one, newest first.
SELECT * FROM audit_log
WHERE (sqlc.narg('account_id')::uuid IS NULL OR account_id = sqlc.narg('account_id')) AND id < @before
  AND (sqlc.narg('object_id')::uuid IS NULL OR object_id = sqlc.narg('object_id'))
  AND (@action::text = '' OR starts_with(action, @action))
  AND (sqlc.narg('key_id')::uuid IS NULL OR key_id = sqlc.narg('key_id'))
  AND at >= @since
  AND (sqlc.narg('until')::timestamptz IS NULL OR at <= sqlc.narg('until'))
ORDER BY id DESC
LIMIT @row_limit;

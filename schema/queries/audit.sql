-- name: insertAudit :exec
INSERT INTO audit_log (account_id, key_id, actor, action, object_id, request_id, ip)
VALUES (@account_id, @key_id, @actor, @action, @object_id, @request_id, @ip);

-- name: listAudit :many
-- Newest first.
SELECT * FROM audit_log
WHERE (sqlc.narg('account_id')::uuid IS NULL OR account_id = sqlc.narg('account_id'))
  AND (sqlc.narg('object_id')::uuid IS NULL OR object_id = sqlc.narg('object_id'))
  AND (@action::text = '' OR starts_with(action, @action))
  AND at >= @since
ORDER BY id DESC
LIMIT @row_limit;

-- name: pruneAudit :execrows
-- For the owner of the tables alone: the application's role may not.
DELETE FROM audit_log WHERE at < $1;

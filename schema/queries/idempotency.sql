-- name: beginIdempotent :one
-- A first request that died without a response releases its key after a minute.
INSERT INTO idempotency_keys AS k (account_id, key, fingerprint) VALUES ($1, $2, $3)
ON CONFLICT (account_id, key) DO UPDATE SET fingerprint = excluded.fingerprint, created_at = now(), status = 0, body = NULL
  WHERE (k.status = 0 AND k.created_at < now() - interval '1 minute') OR k.created_at < now() - interval '24 hours'
RETURNING k.*;

-- name: idempotentAnswer :one
SELECT * FROM idempotency_keys WHERE account_id = $1 AND key = $2;

-- name: finishIdempotent :execrows
UPDATE idempotency_keys SET status = @status, body = @body
WHERE account_id = @account_id AND key = @key AND status = 0;

-- name: AbandonIdempotent :exec
DELETE FROM idempotency_keys WHERE account_id = $1 AND key = $2 AND status = 0;

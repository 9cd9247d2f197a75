-- name: insertAccount :one
INSERT INTO accounts (id, name, plan) VALUES ($1, $2, $3) RETURNING *;

-- name: AccountByName :one
SELECT * FROM accounts WHERE name = $1;

-- name: accountByID :one
SELECT * FROM accounts WHERE id = $1;

-- name: setPlan :execrows
UPDATE accounts SET plan = @plan WHERE id = @id;

-- name: ListAccounts :many
SELECT * FROM accounts ORDER BY created_at, id;

-- name: listedAccounts :many
-- Newest first.
SELECT * FROM accounts
WHERE (@search::text = '' OR strpos(lower(name), lower(@search)) > 0)
  AND (@state::text = '' OR @state = CASE WHEN deleted_at IS NOT NULL THEN 'deleting' WHEN suspended_at IS NOT NULL THEN 'suspended' ELSE 'active' END)
ORDER BY created_at DESC, id DESC
LIMIT @page_limit OFFSET @page_skip;

-- name: countListedAccounts :one
SELECT count(*) FROM accounts
WHERE (@search::text = '' OR strpos(lower(name), lower(@search)) > 0)
  AND (@state::text = '' OR @state = CASE WHEN deleted_at IS NOT NULL THEN 'deleting' WHEN suspended_at IS NOT NULL THEN 'suspended' ELSE 'active' END);

-- name: suspendAccount :one
-- An account that is already suspended keeps the time of its suspension.
UPDATE accounts SET suspended_at = coalesce(suspended_at, now()) WHERE id = $1 AND deleted_at IS NULL RETURNING *;

-- name: resumeAccount :one
UPDATE accounts SET suspended_at = NULL WHERE id = $1 AND deleted_at IS NULL RETURNING *;

-- name: deleteAccount :one
UPDATE accounts SET deleted_at = now(), touched_at = now() WHERE id = $1 AND deleted_at IS NULL RETURNING *;

-- name: purgeAccount :execrows
DELETE FROM accounts WHERE id = $1 AND deleted_at IS NOT NULL;

-- name: deleteOutboxOfAccount :exec
-- Keeps the promise of the account's removal.
DELETE FROM workflow_outbox WHERE account_id = $1 AND object_id <> $1;

-- name: clearOutboxOfAccount :exec
-- Also deletes the promise of the account's removal, so the caller must keep that promise.
DELETE FROM workflow_outbox WHERE account_id = $1;

-- name: deletedAccounts :many
SELECT a.* FROM accounts a
WHERE a.deleted_at IS NOT NULL AND a.touched_at < now() - make_interval(secs => @idle_seconds::double precision)
  AND NOT EXISTS (SELECT 1 FROM workflow_outbox o WHERE o.object_id = a.id)
ORDER BY a.touched_at
LIMIT @row_limit;

-- name: touchDeletedAccount :exec
UPDATE accounts SET touched_at = now() WHERE id = $1;

-- name: restartDeletedAccount :one
UPDATE accounts SET restarts = restarts + 1, touched_at = now() WHERE id = @id AND restarts = @restarts AND deleted_at IS NOT NULL
RETURNING *;

-- name: CountAccountsByPlan :many
SELECT plan, count(*) FROM accounts GROUP BY plan ORDER BY plan;

-- name: lockAccount :exec
-- Rotations in one account wait for each other, so that each retires all earlier secrets.
SELECT id FROM accounts WHERE id = $1 FOR NO KEY UPDATE;

-- name: insertWebhookSecret :exec
INSERT INTO webhook_secrets (account_id, secret) VALUES ($1, $2);

-- name: WebhookSecrets :many
-- Newest first; a rotated secret keeps signing until it expires.
SELECT secret FROM webhook_secrets
WHERE account_id = $1 AND (expires_at IS NULL OR expires_at > now())
ORDER BY id DESC;

-- name: retireWebhookSecrets :exec
-- A secret that was retired earlier keeps its expiry unless the new one is sooner. LEAST ignores NULL.
UPDATE webhook_secrets SET expires_at = LEAST(expires_at, now() + make_interval(secs => @overlap_seconds::double precision))
WHERE account_id = @account_id;

-- name: InsertKey :one
-- With admin_if_first, the first key of an account may manage it. The permissions of a scoped key are in columns that
-- builds without scopes do not read.
INSERT INTO api_keys (id, account_id, name, display, hash, can_read, can_write, can_admin, can_operate, can_unmask, expires_at,
                      scoped, scoped_read, scoped_write, collection_ids, extractor_ids)
VALUES (@id, @account_id, @name, @display, @hash, @can_read::boolean AND NOT @scoped::boolean, @can_write::boolean AND NOT @scoped,
        @can_admin::boolean OR (@admin_if_first::boolean AND NOT @scoped AND NOT EXISTS (SELECT 1 FROM api_keys o WHERE o.account_id = @account_id AND NOT o.scoped)),
        @can_operate, @can_unmask, sqlc.narg('expires_at'),
        @scoped, @can_read::boolean AND @scoped, @can_write::boolean AND @scoped,
        coalesce(@collection_ids::uuid[], '{}'), coalesce(@extractor_ids::uuid[], '{}'))
RETURNING *;

-- name: ListKeys :many
SELECT * FROM api_keys WHERE account_id = $1 ORDER BY created_at, id;

-- name: CountKeys :one
SELECT count(*) FROM api_keys WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now());

-- name: revokeKey :one
UPDATE api_keys SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL RETURNING *;

-- name: principalByHash :one
SELECT sqlc.embed(k), a.plan, a.suspended_at
FROM api_keys k JOIN accounts a ON a.id = k.account_id
WHERE k.hash = $1 AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now()) AND a.deleted_at IS NULL;

-- name: touchKey :exec
-- Writes at most once per minute and key, however many requests arrive.
UPDATE api_keys SET last_used_at = now()
WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute');

-- name: webhookSecretsOf :many
-- The secrets that sign now, newest first.
SELECT * FROM webhook_secrets
WHERE account_id = $1 AND (expires_at IS NULL OR expires_at > now())
ORDER BY id DESC;

-- name: keysOf :many
-- Newest first, including revoked keys.
SELECT * FROM api_keys WHERE account_id = @account_id ORDER BY created_at DESC, id DESC LIMIT @page_limit OFFSET @page_skip;

-- name: countAllKeysOf :one
SELECT count(*) FROM api_keys WHERE account_id = $1;

-- name: keyOf :one
SELECT * FROM api_keys WHERE id = $1 AND account_id = $2 AND revoked_at IS NULL;

-- name: countAdminKeysBeside :one
SELECT count(*) FROM api_keys
WHERE account_id = @account_id AND id <> @id AND can_admin AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now());

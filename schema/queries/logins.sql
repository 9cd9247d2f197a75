-- name: insertLogin :one
INSERT INTO logins (id, hash, account_id, method, key_id, actor, can_read, can_write, can_admin, can_operate, can_unmask, expires_at)
VALUES (@id, @hash, @account_id, @method, @key_id, @actor, @can_read, @can_write, @can_admin, @can_operate, @can_unmask,
        now() + make_interval(secs => @lifetime_seconds::double precision))
RETURNING *;

-- name: endOldLogins :exec
-- Limits the number of logins: someone who logs in again and again loses those that were not used for the longest time.
DELETE FROM logins WHERE id IN (
  SELECT o.id FROM logins o WHERE o.account_id = @account_id AND o.actor = @actor
  ORDER BY o.used_at DESC, o.id DESC OFFSET @kept::integer);

-- name: principalByLogin :one
-- A login with a key has the current permissions of the key.
SELECT l.id AS login_id, l.account_id, l.key_id, l.actor, l.used_at, a.plan,
       coalesce(k.can_read OR k.scoped_read, l.can_read)::boolean AS can_read,
       coalesce(k.can_write OR k.scoped_write, l.can_write)::boolean AS can_write,
       coalesce(k.can_admin, l.can_admin)::boolean AS can_admin,
       coalesce(k.can_operate, l.can_operate)::boolean AS can_operate,
       coalesce(k.can_unmask, l.can_unmask)::boolean AS can_unmask, a.suspended_at,
       coalesce(k.scoped, false)::boolean AS scoped, k.collection_ids, k.extractor_ids
FROM logins l
JOIN accounts a ON a.id = l.account_id
LEFT JOIN api_keys k ON k.id = l.key_id
WHERE l.hash = @hash AND l.expires_at > now() AND a.deleted_at IS NULL
  AND l.used_at > now() - make_interval(secs => @idle_seconds::double precision)
  AND (l.key_id IS NULL OR (k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())));

-- name: touchLogin :exec
-- Writes at most once per minute and login, however many requests arrive.
UPDATE logins SET used_at = now() WHERE id = $1 AND used_at < now() - interval '1 minute';

-- name: loginInfo :one
SELECT sqlc.embed(l), a.name AS account_name FROM logins l JOIN accounts a ON a.id = l.account_id WHERE l.id = $1;

-- name: endLogin :one
DELETE FROM logins WHERE hash = $1 RETURNING *;

-- name: insertLoginLink :exec
INSERT INTO login_links (hash, account_id, can_read, can_write, can_admin, can_operate, can_unmask, expires_at)
VALUES (@hash, @account_id, @can_read, @can_write, @can_admin, @can_operate, @can_unmask, now() + make_interval(secs => @lifetime_seconds::double precision));

-- name: takeLoginLink :one
-- The request that deletes the link has used it, so it works once.
DELETE FROM login_links WHERE hash = $1 AND expires_at > now() RETURNING *;

-- name: deleteLogins :execrows
-- Deletes logins that have ended or were not used for the given time.
DELETE FROM logins WHERE id IN (
  SELECT o.id FROM logins o
  WHERE o.expires_at <= now() OR o.used_at < now() - make_interval(secs => @idle_seconds::double precision)
  LIMIT @row_limit);

-- name: DeleteLoginLinks :execrows
-- Deletes links that have expired unused.
DELETE FROM login_links WHERE hash IN (SELECT o.hash FROM login_links o WHERE o.expires_at <= now() LIMIT @row_limit);

-- name: DeleteRateLimits :execrows
-- Deletes rows whose full burst has been available for an hour, because a missing row means the same. tat has no index
-- because every request updates it, which would cost more than this occasional scan.
DELETE FROM rate_limits WHERE tat < now() - interval '1 hour'
  AND key IN (SELECT o.key FROM rate_limits o WHERE o.tat < now() - interval '1 hour' LIMIT @row_limit);

-- name: loginsOf :many
-- The logins that are valid now, most recently used first.
SELECT l.* FROM logins l LEFT JOIN api_keys k ON k.id = l.key_id
WHERE l.account_id = @account_id AND l.expires_at > now() AND l.used_at > now() - make_interval(secs => @idle_seconds::double precision)
  AND (l.key_id IS NULL OR (k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())))
ORDER BY l.used_at DESC, l.id DESC
LIMIT @page_limit OFFSET @page_skip;

-- name: countLoginsOf :one
SELECT count(*) FROM logins l LEFT JOIN api_keys k ON k.id = l.key_id
WHERE l.account_id = @account_id AND l.expires_at > now() AND l.used_at > now() - make_interval(secs => @idle_seconds::double precision)
  AND (l.key_id IS NULL OR (k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())));

-- name: endLoginOf :execrows
DELETE FROM logins WHERE id = $1 AND account_id = $2;

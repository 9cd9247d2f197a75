-- name: lockQuotas :exec
-- Requests that count and then add take turns in their account. Requests that only refer to the account do not wait.
SELECT id FROM accounts WHERE id = $1 FOR NO KEY UPDATE;

-- name: storedBytes :one
-- The bytes of originals and outputs, of documents and of every version of every file.
SELECT (coalesce((SELECT sum(d.file_size + coalesce(d.output_size, 0)) FROM documents d
                  WHERE d.account_id = @account_id AND d.deleted_at IS NULL AND d.status <> 'EXPIRED'), 0)
      + coalesce((SELECT sum(v.size + coalesce(v.output_size, 0)) FROM files f JOIN file_versions v ON v.file_id = f.id
                  WHERE f.account_id = @account_id AND f.deleted_at IS NULL), 0))::bigint AS bytes;

-- name: pagesToday :one
-- A document or file in flight counts as one page until its real number of pages is known.
SELECT (coalesce((SELECT p.pages FROM page_days p WHERE p.account_id = @account_id AND p.day = (now() AT TIME ZONE 'UTC')::date), 0)
      + (SELECT count(*) FROM documents d
         WHERE d.account_id = @account_id AND d.status IN ('PENDING', 'PROCESSING') AND d.deleted_at IS NULL)
      + (SELECT count(*) FROM file_versions v JOIN files f ON f.id = v.file_id
         WHERE v.account_id = @account_id AND v.status IN ('pending', 'processing') AND f.deleted_at IS NULL))::bigint AS pages;

-- name: untilTomorrow :one
-- The seconds until the next day in UTC, by the same clock as the counting of pages.
SELECT extract(epoch FROM date_trunc('day', now() AT TIME ZONE 'UTC') + interval '1 day' - (now() AT TIME ZONE 'UTC'))::double precision;

-- name: countPages :exec
INSERT INTO page_days AS p (account_id, day, pages) VALUES (@account_id, (now() AT TIME ZONE 'UTC')::date, @pages)
ON CONFLICT (account_id, day) DO UPDATE SET pages = p.pages + EXCLUDED.pages;

-- name: countFilesIn :one
SELECT count(*) FROM files WHERE collection_id = $1 AND deleted_at IS NULL;

-- name: mostFiles :one
-- The number of files in the largest collection of the account.
SELECT coalesce(max(held.n), 0)::bigint FROM (
  SELECT count(*) AS n FROM files WHERE account_id = $1 AND deleted_at IS NULL GROUP BY collection_id) held;

-- name: countSessionsOf :one
SELECT count(*) FROM sessions WHERE account_id = $1;

-- name: countCollectionsOf :one
SELECT count(*) FROM collections WHERE account_id = $1 AND deleted_at IS NULL;

-- name: countKeysOf :one
SELECT count(*) FROM api_keys
WHERE account_id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now());

-- name: ownerOfDocument :one
SELECT a.id, a.plan, d.file_size FROM documents d JOIN accounts a ON a.id = d.account_id WHERE d.id = $1;

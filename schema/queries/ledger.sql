-- name: capture :exec
-- Captures a ref only once, however often the transaction is repeated.
INSERT INTO ledger (account_id, kind, ref, units, credits)
VALUES (@account_id, @kind, @ref, @units, @credits)
ON CONFLICT (kind, ref) DO NOTHING;

-- name: usageByDay :many
SELECT (at AT TIME ZONE 'UTC')::date::text AS day, kind, count(*) AS runs, sum(units)::bigint AS units, sum(credits)::bigint AS credits
FROM ledger
WHERE account_id = @account_id AND at >= @from_time AND at <= @to_time
GROUP BY 1, 2
ORDER BY 1 DESC, 2
LIMIT @page_limit OFFSET @page_skip;

-- name: countUsage :one
SELECT count(*) FROM (
  SELECT 1 FROM ledger WHERE account_id = @account_id AND at >= @from_time AND at <= @to_time
  GROUP BY (at AT TIME ZONE 'UTC')::date, kind) AS days;

-- name: countUse :exec
INSERT INTO usage_days AS u (account_id, day, kind, runs, pages)
VALUES (@account_id, (now() AT TIME ZONE 'UTC')::date, @kind, 1, @pages)
ON CONFLICT (account_id, day, kind) DO UPDATE SET runs = u.runs + 1, pages = u.pages + EXCLUDED.pages;

-- name: useByDay :many
-- Oldest first. Usage is captured in the ledger and counted in the same transaction, so both have the same day.
SELECT u.day::text AS day, u.kind, u.runs, u.pages, coalesce(c.credits, 0)::bigint AS credits
FROM usage_days u
LEFT JOIN (
  SELECT (l.at AT TIME ZONE 'UTC')::date AS day, l.kind, sum(l.credits) AS credits
  FROM ledger l WHERE l.account_id = @account_id AND l.at >= @from_time AND l.at < @to_time GROUP BY 1, 2
) c ON c.day = u.day AND c.kind = u.kind
WHERE u.account_id = @account_id AND u.day >= to_date(@from_day, 'YYYY-MM-DD') AND u.day < to_date(@to_day, 'YYYY-MM-DD')
ORDER BY u.day, u.kind;

-- name: useByAccount :many
-- Accounts with usage of any kind, by name. Removed accounts are missing; their payments are in the ledger.
SELECT a.id AS account_id, a.name, u.kind, sum(u.runs)::bigint AS runs, sum(u.pages)::bigint AS pages, coalesce(max(c.credits), 0)::bigint AS credits
FROM usage_days u JOIN accounts a ON a.id = u.account_id
LEFT JOIN (
  SELECT l.account_id, l.kind, sum(l.credits) AS credits FROM ledger l WHERE l.at >= @from_time AND l.at < @to_time GROUP BY 1, 2
) c ON c.account_id = u.account_id AND c.kind = u.kind
WHERE u.day >= to_date(@from_day, 'YYYY-MM-DD') AND u.day < to_date(@to_day, 'YYYY-MM-DD')
GROUP BY a.id, a.name, u.kind
ORDER BY a.name, u.kind
LIMIT @page_limit OFFSET @page_skip;

-- name: countUseByAccount :one
SELECT count(*) FROM (
  SELECT 1 FROM usage_days u WHERE u.day >= to_date(@from_day, 'YYYY-MM-DD') AND u.day < to_date(@to_day, 'YYYY-MM-DD') GROUP BY u.account_id, u.kind) AS pairs;

-- name: capture :exec
-- Once for what ref names, however often the transaction is tried.
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

-- name: takeTokens :one
-- GCRA in one statement with the database's clock, so that all replicas count alike. No row means that the request is
-- denied.
INSERT INTO rate_limits AS r (key, tat)
VALUES (@key, clock_timestamp() + make_interval(secs => @interval_seconds::double precision))
ON CONFLICT (key) DO UPDATE
  SET tat = greatest(r.tat, clock_timestamp()) + make_interval(secs => @interval_seconds::double precision)
  WHERE greatest(r.tat, clock_timestamp()) + make_interval(secs => @interval_seconds::double precision) - clock_timestamp()
        <= make_interval(secs => @window_seconds::double precision)
RETURNING extract(epoch FROM r.tat - clock_timestamp())::double precision AS ahead_seconds;

-- name: tokensAhead :one
SELECT extract(epoch FROM tat - clock_timestamp())::double precision AS ahead_seconds FROM rate_limits WHERE key = $1;

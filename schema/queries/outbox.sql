-- name: insertOutbox :one
INSERT INTO workflow_outbox (kind, account_id, object_id, parent_id, version, round, restarts, reindex, request_id, about, trace, next_try_at)
VALUES (@kind, @account_id, @object_id, @parent_id, @version, @round, @restarts, @reindex, @request_id, @about, @trace,
        now() + make_interval(secs => @delay_seconds::double precision))
ON CONFLICT (kind, object_id, round, restarts) DO UPDATE SET next_try_at = now()
RETURNING id;

-- name: leaseOutbox :many
-- A lease instead of a lock, so that other relays get the row if one dies.
UPDATE workflow_outbox SET attempts = attempts + 1,
       next_try_at = now() + make_interval(secs => least(2 ^ least(attempts, 5), 30) + 5)
WHERE id IN (
  SELECT o.id FROM workflow_outbox o WHERE o.next_try_at <= now() AND NOT o.held ORDER BY o.id LIMIT $1 FOR UPDATE SKIP LOCKED)
RETURNING id, kind, account_id, object_id, parent_id, version, round, restarts, reindex, request_id, about, trace;

-- name: DeleteOutbox :exec
DELETE FROM workflow_outbox WHERE id = $1;

-- name: deleteOutboxOf :exec
DELETE FROM workflow_outbox WHERE object_id = $1;

-- name: deleteOutboxOfAll :exec
DELETE FROM workflow_outbox WHERE object_id = ANY(@object_ids::uuid[]);

-- name: FailOutbox :exec
UPDATE workflow_outbox SET last_error = $2 WHERE id = $1;

-- name: CountOutbox :one
-- Rows that are held back do not count, because they wait for their account and not for a relay.
SELECT count(*) FROM workflow_outbox WHERE NOT held;

-- name: OldestOutbox :one
-- The age in seconds, without rows that are held back.
SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0)::bigint FROM workflow_outbox WHERE NOT held;

-- name: hasRoom :one
-- Reports no room while documents are held back, because they go first.
SELECT (NOT EXISTS (SELECT 1 FROM workflow_outbox o WHERE o.account_id = @account_id AND o.held)
    AND (SELECT count(*) FROM documents d
         WHERE d.account_id = @account_id AND d.status IN ('PENDING', 'PROCESSING') AND d.deleted_at IS NULL) <= @at_once::bigint)::boolean AS room;

-- name: hold :exec
UPDATE workflow_outbox SET held = true, at_once = @at_once WHERE id = @id;

-- name: admitNext :exec
-- One document has ended, so another may start.
UPDATE workflow_outbox SET held = false, next_try_at = now()
WHERE id = (SELECT o.id FROM workflow_outbox o WHERE o.account_id = $1 AND o.held ORDER BY o.id LIMIT 1 FOR UPDATE SKIP LOCKED);

-- name: AdmitHeld :execrows
-- Documents that end without a call of admitNext, for instance by deletion, also make room.
WITH held AS (
  SELECT account_id, count(*) AS waiting, max(at_once) AS at_once FROM workflow_outbox WHERE held GROUP BY account_id
), room AS (
  SELECT h.account_id, h.at_once + h.waiting - (
    SELECT count(*) FROM documents d
    WHERE d.account_id = h.account_id AND d.status IN ('PENDING', 'PROCESSING') AND d.deleted_at IS NULL) AS free
  FROM held h
), line AS (
  SELECT o.id, o.account_id, row_number() OVER (PARTITION BY o.account_id ORDER BY o.id) AS place FROM workflow_outbox o WHERE o.held
)
UPDATE workflow_outbox SET held = false, next_try_at = now()
WHERE id IN (SELECT l.id FROM line l JOIN room r ON r.account_id = l.account_id WHERE l.place <= r.free);

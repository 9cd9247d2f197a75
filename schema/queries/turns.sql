-- name: insertTurn :one
INSERT INTO turns (id, account_id, session_id, message_id, question, collection_ids, file_ids, queries, idempotency_key, request_id, passages_wanted, keeps_hits, history)
VALUES (@id, @account_id, @session_id, @message_id, @question, @collection_ids, @file_ids, ARRAY[@question], @idempotency_key, @request_id, @passages_wanted, @keeps_hits, @history)
RETURNING *;

-- name: turnByID :one
SELECT * FROM turns WHERE id = $1;

-- name: turnByKey :one
-- Idempotency keys are valid for a day, so the key of an older turn may belong to another request by now.
SELECT * FROM turns WHERE account_id = $1 AND idempotency_key = $2 AND status IN ('streaming', 'complete')
  AND created_at > now() - interval '23 hours'
ORDER BY created_at DESC LIMIT 1;

-- name: turnOfMessage :one
-- A question and its answer share a turn, but only the message of the answer names it.
SELECT * FROM turns WHERE session_id = @session_id AND message_id = @message_id;

-- name: turnOutsideSessions :one
SELECT * FROM turns WHERE id = @id AND account_id = @account_id AND session_id IS NULL;

-- name: setTurnEvidence :exec
UPDATE turns SET evidence = @evidence WHERE id = @id AND attempt = @attempt;

-- name: keepHits :execrows
UPDATE turns SET hits = @hits, touched_at = now() WHERE id = @id AND attempt = @attempt AND status = 'streaming';

-- name: lockTurnInFlightOf :many
-- Transactions that change a session, its turn and its messages lock them in this order, so that they cannot deadlock.
SELECT * FROM turns WHERE session_id = $1 AND status = 'streaming' FOR UPDATE;

-- name: setTurnQueries :execrows
UPDATE turns SET queries = @queries, touched_at = now() WHERE id = @id AND status = 'streaming';

-- name: beginAnswer :one
UPDATE turns SET attempt = attempt + 1, answer = '', citations = '[]', touched_at = now()
WHERE id = $1 AND status = 'streaming'
RETURNING *;

-- name: growTurn :one
-- The row lock serialises the writers of a turn, so that the numbers of its events have no gaps.
UPDATE turns SET answer = answer || @piece::text, citations = citations || @cited::jsonb, last_seq = last_seq + @events::integer,
       touched_at = now()
WHERE id = @id AND attempt = @attempt AND status = 'streaming'
RETURNING *;

-- name: tellTurn :one
UPDATE turns SET last_seq = last_seq + 1, touched_at = now() WHERE id = $1 AND status = 'streaming' RETURNING *;

-- name: finishTurn :one
UPDATE turns SET status = @status, error_type = @error_type, error = @error, last_seq = last_seq + @events::integer,
       prompt_tokens = prompt_tokens + @prompt_tokens, completion_tokens = completion_tokens + @completion_tokens,
       finished_at = now(), touched_at = now()
WHERE id = @id AND status = 'streaming'
RETURNING *;

-- name: insertTurnEvent :exec
INSERT INTO turn_events (turn_id, seq, event, data) VALUES (@turn_id, @seq, @event, @data);

-- name: turnEvents :many
SELECT * FROM turn_events WHERE turn_id = $1 AND seq > $2 ORDER BY seq LIMIT $3;

-- name: notifyTurn :exec
SELECT pg_notify('quire_turns', $1::text);

-- name: touchTurn :exec
UPDATE turns SET touched_at = now() WHERE id = $1;

-- name: turnsInFlight :many
-- Turns that were not touched for a while and have no pending start: Temporal must know them, or they are stuck.
SELECT t.* FROM turns t
WHERE t.status = 'streaming' AND t.touched_at < now() - make_interval(secs => @idle_seconds::double precision)
  AND NOT EXISTS (SELECT 1 FROM workflow_outbox o WHERE o.object_id = t.id)
ORDER BY t.touched_at
LIMIT @row_limit;

-- name: restartTurn :one
UPDATE turns SET restarts = restarts + 1, touched_at = now() WHERE id = @id AND restarts = @restarts AND status = 'streaming'
RETURNING *;

-- name: DeleteTurnEventsBefore :execrows
DELETE FROM turn_events WHERE turn_id IN (
  SELECT t.id FROM turns t
  WHERE t.finished_at < @before AND EXISTS (SELECT FROM turn_events e WHERE e.turn_id = t.id)
  ORDER BY t.finished_at LIMIT @row_limit);

-- name: countEvalRun :one
UPDATE evals SET last_run = last_run + 1 WHERE id = $1 RETURNING last_run;

-- name: insertEvalRun :one
INSERT INTO eval_runs (id, eval_id, account_id, number, note, collection_ids, total, request_id)
VALUES (@id, @eval_id, @account_id, @number, @note, @collection_ids, @total, @request_id)
RETURNING *;

-- name: copyEvalCases :exec
INSERT INTO eval_results (run_id, number, key, question, files, expected, words, refused)
SELECT @run_id, row_number() OVER (ORDER BY c.number), c.key, c.question, c.files, c.expected, c.words, c.refused
FROM eval_cases c WHERE c.eval_id = @eval_id;

-- name: evalRunOf :one
SELECT sqlc.embed(r), (SELECT count(*) FROM eval_results x WHERE x.run_id = r.id AND x.status <> 'pending') AS done
FROM eval_runs r WHERE r.id = @id AND r.eval_id = @eval_id;

-- name: listEvalRuns :many
-- Newest first.
SELECT sqlc.embed(r), (SELECT count(*) FROM eval_results x WHERE x.run_id = r.id AND x.status <> 'pending') AS done
FROM eval_runs r WHERE r.eval_id = @eval_id
ORDER BY r.number DESC
LIMIT @page_limit OFFSET @page_skip;

-- name: countEvalRuns :one
SELECT count(*) FROM eval_runs WHERE eval_id = $1;

-- name: countEvalRunsInFlight :one
SELECT count(*) FROM eval_runs WHERE account_id = $1 AND status IN ('pending', 'running');

-- name: beginEvalRun :one
-- A run that is restarted after the loss of its worker keeps its first configuration.
UPDATE eval_runs SET status = 'running', started_at = coalesce(started_at, now()), touched_at = now(),
       configuration = CASE WHEN fingerprint = '' THEN @configuration ELSE configuration END,
       content = CASE WHEN fingerprint = '' THEN @content ELSE content END,
       fingerprint = CASE WHEN fingerprint = '' THEN @fingerprint ELSE fingerprint END
WHERE id = @id AND status IN ('pending', 'running')
RETURNING *;

-- name: evalRunByID :one
SELECT * FROM eval_runs WHERE id = $1;

-- name: evalContent :one
-- The content of the collections that answers queries.
SELECT count(*) AS files, coalesce(sum(g.passages), 0)::bigint AS passages, coalesce(sum(g.embedded), 0)::bigint AS with_vectors
FROM generations g JOIN files f ON f.id = g.file_id
WHERE g.account_id = @account_id AND g.collection_id = ANY (@collections::uuid[]) AND g.state = 'active' AND f.deleted_at IS NULL;

-- name: pendingEvalResults :many
SELECT number FROM eval_results WHERE run_id = @run_id AND status = 'pending' ORDER BY number LIMIT @row_limit;

-- name: lockEvalResult :one
SELECT * FROM eval_results WHERE run_id = @run_id AND number = @number FOR UPDATE;

-- name: evalResult :one
SELECT * FROM eval_results WHERE run_id = @run_id AND number = @number;

-- name: setEvalTurn :exec
UPDATE eval_results SET turn_id = @turn_id WHERE run_id = @run_id AND number = @number;

-- name: filesAtPaths :many
SELECT id FROM live_files WHERE account_id = @account_id AND collection_id = ANY (@collections::uuid[]) AND path = ANY (@paths::text[]);

-- name: finishEvalResult :execrows
-- The lock delays the end of the run, so that its metrics include this result.
UPDATE eval_results x SET status = @status, error = @error, answer = @answer, citations = @citations, found = @found, declined = @declined,
       score = @score, page_f1 = @page_f1, recall = @recall, words_found = @words_found, latency_ms = @latency_ms,
       prompt_tokens = @prompt_tokens, completion_tokens = @completion_tokens
FROM (SELECT id FROM eval_runs WHERE id = @run_id AND status IN ('pending', 'running') FOR SHARE) r
WHERE x.run_id = r.id AND x.number = @number AND x.status = 'pending';

-- name: lockEvalRun :one
SELECT * FROM eval_runs WHERE id = $1 FOR UPDATE;

-- name: listEvalResults :many
SELECT * FROM eval_results WHERE run_id = @run_id ORDER BY number LIMIT @page_limit OFFSET @page_skip;

-- name: countEvalResults :one
SELECT count(*) FROM eval_results WHERE run_id = $1;

-- name: gradedEvalResults :many
-- "asked" distinguishes versions of a case. Questions are shortened because there may be many.
SELECT number, key, left(question, 300)::text AS question, md5(ROW (question, files, expected, words, refused)::text)::text AS asked,
       status, error, refused, declined, score, page_f1, recall, words_found, latency_ms, prompt_tokens, completion_tokens
FROM eval_results WHERE run_id = $1 ORDER BY number;

-- name: touchEvalRun :exec
UPDATE eval_runs SET touched_at = now() WHERE id = $1;

-- name: endEvalRun :one
UPDATE eval_runs SET status = @status, error = @error, metrics = @metrics, finished_at = now(), touched_at = now()
WHERE id = @id AND status IN ('pending', 'running')
RETURNING *;

-- name: deleteEvalRun :one
DELETE FROM eval_runs WHERE id = @id AND eval_id = @eval_id RETURNING *;

-- name: evalRunsInFlight :many
-- Runs that were not touched for a while and have no pending start: Temporal must know them, or they are stuck.
SELECT r.* FROM eval_runs r
WHERE r.status IN ('pending', 'running') AND r.touched_at < now() - make_interval(secs => @idle_seconds::double precision)
  AND NOT EXISTS (SELECT 1 FROM workflow_outbox o WHERE o.object_id = r.id)
ORDER BY r.touched_at
LIMIT @row_limit;

-- name: restartEvalRun :one
UPDATE eval_runs SET restarts = restarts + 1, touched_at = now()
WHERE id = @id AND restarts = @restarts AND status IN ('pending', 'running')
RETURNING *;

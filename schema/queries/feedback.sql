-- name: evalForFeedback :one
-- The evaluation that collects the judgements of answers from exactly these collections, which must be in ascending
-- order.
SELECT * FROM evals WHERE account_id = @account_id AND collection_ids = @collection_ids::uuid[] AND feedback FOR UPDATE;

-- name: hasEvalNamed :one
SELECT EXISTS (SELECT FROM evals WHERE account_id = @account_id AND name = @name);

-- name: liveCollectionNames :many
SELECT id, name FROM collections WHERE account_id = @account_id AND id = ANY (@ids::uuid[]) AND deleted_at IS NULL ORDER BY id;

-- name: pathsOfFiles :many
SELECT id, path FROM files WHERE account_id = @account_id AND id = ANY (@ids::uuid[]) AND deleted_at IS NULL;

-- name: feedbackOf :one
-- Messages belong to sessions, which belong to accounts.
SELECT sqlc.embed(f), c.eval_id
FROM message_feedback f JOIN messages m ON m.id = f.message_id LEFT JOIN eval_cases c ON c.id = f.case_id
WHERE f.message_id = @message_id AND m.session_id = @session_id;

-- name: putFeedback :exec
INSERT INTO message_feedback (message_id, rating, comment, case_id) VALUES (@message_id, @rating, @comment, @case_id)
ON CONFLICT (message_id) DO UPDATE SET rating = EXCLUDED.rating, comment = EXCLUDED.comment, case_id = EXCLUDED.case_id, updated_at = now();

-- name: deleteFeedback :exec
DELETE FROM message_feedback WHERE message_id = $1;

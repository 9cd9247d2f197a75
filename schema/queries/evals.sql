-- name: insertEval :one
INSERT INTO evals (id, account_id, name, collection_ids, feedback) VALUES (@id, @account_id, @name, @collection_ids, @feedback)
RETURNING *;

-- name: evalOf :one
SELECT sqlc.embed(e), (SELECT count(*) FROM eval_cases c WHERE c.eval_id = e.id) AS cases
FROM evals e WHERE e.id = @id AND e.account_id = @account_id;

-- name: lockEval :one
-- Changes of the cases and starts of runs take this lock, so that they happen one at a time.
SELECT * FROM evals WHERE id = @id AND account_id = @account_id FOR UPDATE;

-- name: listEvals :many
SELECT sqlc.embed(e), (SELECT count(*) FROM eval_cases c WHERE c.eval_id = e.id) AS cases
FROM evals e
WHERE e.account_id = @account_id AND (@search::text = '' OR strpos(lower(e.name), lower(@search)) > 0)
ORDER BY e.created_at DESC, e.id DESC
LIMIT @page_limit OFFSET @page_skip;

-- name: countEvals :one
SELECT count(*) FROM evals e
WHERE e.account_id = @account_id AND (@search::text = '' OR strpos(lower(e.name), lower(@search)) > 0);

-- name: changeEval :execrows
UPDATE evals SET name = @name, collection_ids = @collection_ids, feedback = feedback AND collection_ids = @collection_ids, updated_at = now()
WHERE id = @id AND account_id = @account_id;

-- name: deleteEval :execrows
DELETE FROM evals WHERE id = $1 AND account_id = $2;

-- name: evalsSearching :many
-- The evaluations that search a collection.
SELECT * FROM evals WHERE account_id = @account_id AND @collection::uuid = ANY (collection_ids) FOR UPDATE;

-- name: leaveCollection :exec
UPDATE evals SET collection_ids = array_remove(collection_ids, @collection::uuid), feedback = false, updated_at = now() WHERE id = @id;

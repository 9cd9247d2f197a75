-- name: insertEvalCase :one
INSERT INTO eval_cases (id, eval_id, key, question, files, expected, words, refused, note)
VALUES (@id, @eval_id, @key, @question, @files, @expected, @words, @refused, @note)
RETURNING *;

-- name: importEvalCase :one
-- xmax is 0 for a row that did not exist before.
INSERT INTO eval_cases AS c (id, eval_id, key, question, files, expected, words, refused, note)
VALUES (@id, @eval_id, @key, @question, @files, @expected, @words, @refused, @note)
ON CONFLICT (eval_id, key) DO UPDATE SET question = EXCLUDED.question, files = EXCLUDED.files, expected = EXCLUDED.expected,
       words = EXCLUDED.words, refused = EXCLUDED.refused, note = EXCLUDED.note, updated_at = now()
RETURNING c.id, (c.xmax = 0)::boolean AS created;

-- name: replaceEvalCase :one
UPDATE eval_cases SET key = @key, question = @question, files = @files, expected = @expected, words = @words, refused = @refused,
       note = @note, updated_at = now()
WHERE id = @id AND eval_id = @eval_id
RETURNING *;

-- name: evalCaseOf :one
SELECT * FROM eval_cases WHERE id = @id AND eval_id = @eval_id;

-- name: listEvalCases :many
-- In the order in which they were added.
SELECT * FROM eval_cases
WHERE eval_id = @eval_id AND (@search::text = '' OR strpos(lower(question), lower(@search)) > 0)
ORDER BY number
LIMIT @page_limit OFFSET @page_skip;

-- name: countEvalCases :one
SELECT count(*) FROM eval_cases
WHERE eval_id = @eval_id AND (@search::text = '' OR strpos(lower(question), lower(@search)) > 0);

-- name: evalCasesAfter :many
SELECT * FROM eval_cases WHERE eval_id = @eval_id AND number > @after ORDER BY number LIMIT @row_limit;

-- name: deleteEvalCase :execrows
DELETE FROM eval_cases WHERE id = @id AND eval_id = @eval_id;

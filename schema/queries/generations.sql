-- name: ensureGeneration :one
-- The update exists only for RETURNING. It sets no key column, because that would block the passages being written.
INSERT INTO generations (id, version_id, file_id, collection_id, account_id, round, masking)
VALUES (@id, @version_id, @file_id, @collection_id, @account_id, @round, (SELECT c.masking FROM collections c WHERE c.id = @collection_id))
ON CONFLICT (version_id, round) DO UPDATE SET language = generations.language
RETURNING *;

-- name: fillGeneration :execrows
UPDATE generations SET language = @language, passages = @passages, terms = @terms WHERE id = @id AND state = 'building';

-- name: retireActive :many
UPDATE generations SET state = 'retired', retired_at = now()
WHERE file_id = @file_id AND state = 'active' AND id <> @but
RETURNING id;

-- name: activateGeneration :execrows
UPDATE generations SET state = 'active' WHERE id = $1 AND state = 'building';

-- name: retireBuilding :exec
UPDATE generations SET state = 'retired', retired_at = now() WHERE version_id = $1 AND state = 'building';

-- name: retiredWith :many
-- The generations of the file that the same switch retired, so that a repeated call returns the same ones.
SELECT id FROM generations WHERE file_id = $1 AND state = 'retired' ORDER BY retired_at;

-- name: forgetGeneration :execrows
DELETE FROM generations WHERE id = $1 AND state = 'retired';

-- name: generationState :one
SELECT state FROM generations WHERE id = $1;

-- name: retiredGenerations :many
SELECT * FROM generations WHERE state = 'retired' AND retired_at < @before ORDER BY retired_at LIMIT @row_limit;

-- name: generationsOf :many
SELECT * FROM generations WHERE account_id = $1 ORDER BY id;

-- name: AccountIDs :many
-- The accounts that have generations.
SELECT DISTINCT account_id FROM generations ORDER BY account_id;

-- name: deletePassages :exec
DELETE FROM passages WHERE generation_id = $1;

-- name: passagesBetween :many
SELECT * FROM passages WHERE generation_id = $1 AND number >= $2 AND number < $3 ORDER BY number;

-- name: generationsInScope :many
-- Everything that the index may hold for the scope. Live generations answer queries; searches must exclude the rest. It
-- is one statement so that it describes one moment.
SELECT sqlc.embed(g), (g.state = 'active' AND f.deleted_at IS NULL AND g.masking @> c.masking)::boolean AS live
FROM generations g JOIN files f ON f.id = g.file_id JOIN collections c ON c.id = g.collection_id
WHERE g.account_id = @account_id AND g.collection_id = ANY(@collections::uuid[])
  AND (cardinality(@files::uuid[]) = 0 OR g.file_id = ANY(@files::uuid[]));

-- name: countLiveCollections :one
SELECT count(*) FROM collections WHERE account_id = @account_id AND id = ANY(@ids::uuid[]) AND deleted_at IS NULL;

-- name: countLiveFiles :one
SELECT count(*) FROM files
WHERE account_id = @account_id AND collection_id = ANY(@collections::uuid[]) AND id = ANY(@ids::uuid[]) AND deleted_at IS NULL;

-- name: foundPassages :many
-- The final check of search results: they must belong to the account and must not have been deleted in the meantime.
SELECT sqlc.embed(p), g.file_id, g.collection_id, f.filename, f.path, v.version, coalesce(v.page_count, 0)::integer AS page_count
FROM (SELECT unnest(@generations::uuid[]) AS generation, unnest(@numbers::integer[]) AS number) r
JOIN passages p ON p.generation_id = r.generation AND p.number = r.number
JOIN generations g ON g.id = p.generation_id AND g.account_id = @account_id AND g.state <> 'building'
JOIN file_versions v ON v.id = g.version_id
JOIN files f ON f.id = g.file_id AND f.deleted_at IS NULL
JOIN collections c ON c.id = f.collection_id AND c.deleted_at IS NULL AND g.masking @> c.masking;

-- name: pagePassages :many
SELECT sqlc.embed(p), g.file_id, g.collection_id, f.filename, f.path, v.version, coalesce(v.page_count, 0)::integer AS page_count
FROM passages p
JOIN generations g ON g.id = p.generation_id AND g.account_id = @account_id AND g.state <> 'building'
JOIN file_versions v ON v.id = g.version_id
JOIN files f ON f.id = g.file_id AND f.deleted_at IS NULL
JOIN collections c ON c.id = f.collection_id AND c.deleted_at IS NULL AND g.masking @> c.masking
WHERE p.generation_id = @generation AND p.page_end >= @page_from AND p.page_start <= @page_to
ORDER BY p.number
-- A text file is one page of any size, so the result is limited.
LIMIT 200;

-- name: sectionPassages :many
-- The passages before and after each change of heading, the first and the last passage.
SELECT sqlc.embed(p), g.file_id, g.collection_id, f.filename, f.path, v.version, coalesce(v.page_count, 0)::integer AS page_count
FROM (SELECT s.number, s.header IS DISTINCT FROM lag(s.header) OVER w OR s.header IS DISTINCT FROM lead(s.header) OVER w AS edge
      FROM passages s WHERE s.generation_id = @generation WINDOW w AS (ORDER BY s.number)) e
JOIN passages p ON p.generation_id = @generation AND p.number = e.number
JOIN generations g ON g.id = p.generation_id AND g.account_id = @account_id AND g.state <> 'building'
JOIN file_versions v ON v.id = g.version_id
JOIN files f ON f.id = g.file_id AND f.deleted_at IS NULL
JOIN collections c ON c.id = f.collection_id AND c.deleted_at IS NULL AND g.masking @> c.masking
WHERE e.edge
ORDER BY p.number
LIMIT 600;

-- name: storeVectors :exec
-- The generation is locked before its passages, in the same order as when it is removed. Passages that already have
-- their vector are not counted twice. Vectors taken over from an earlier version of the file are counted with the first
-- call.
WITH own AS MATERIALIZED (SELECT l.id AS held FROM generations l WHERE l.id = @generation FOR NO KEY UPDATE),
stored AS (
  UPDATE passages p SET vector = nullif(r.vector, ''), fingerprint = @fingerprint
  FROM own, (SELECT unnest(@numbers::integer[]) AS number, unnest(@vectors::bytea[]) AS vector) r
  WHERE p.generation_id = own.held AND p.number = r.number AND p.fingerprint <> @fingerprint
  RETURNING p.number)
UPDATE generations g SET embedding = @fingerprint, embedding_error = NULL,
  embedded = (SELECT count(*) FROM stored) + CASE WHEN g.embedding = @fingerprint THEN g.embedded
    ELSE (SELECT count(*) FROM passages o WHERE o.generation_id = g.id AND o.fingerprint = @fingerprint) END
FROM own WHERE g.id = own.held;

-- name: languagesOf :many
SELECT id, language FROM generations WHERE id = ANY(@ids::uuid[]);

-- name: generationsWithoutVectors :many
-- The next generations with passages that still answer queries by their words alone: the oldest ones of one account. The
-- account is chosen at random, so that nobody waits for the thousands of passages of another.
WITH waiting AS MATERIALIZED (
  SELECT o.id, o.account_id, o.created_at FROM generations o JOIN files f ON f.id = o.file_id
  WHERE o.state = 'active' AND o.vectors <> @fingerprint AND f.deleted_at IS NULL),
drawn AS MATERIALIZED (SELECT d.account_id FROM (SELECT DISTINCT account_id FROM waiting) d ORDER BY random() LIMIT 1)
SELECT sqlc.embed(g) FROM generations g
JOIN waiting w ON w.id = g.id JOIN drawn ON drawn.account_id = w.account_id
ORDER BY w.created_at, w.id LIMIT @row_limit;

-- name: waitingForVectors :one
-- An upper bound of the passages that are waiting for a vector: all passages of a generation count until the last has
-- one.
SELECT coalesce(sum(g.passages), 0)::bigint FROM generations g JOIN files f ON f.id = g.file_id
WHERE g.state = 'active' AND g.vectors <> @fingerprint AND f.deleted_at IS NULL;

-- name: passagesWithoutVector :many
SELECT * FROM passages WHERE generation_id = @generation AND fingerprint <> @fingerprint ORDER BY number LIMIT @row_limit;

-- name: setVectors :execrows
UPDATE generations SET vectors = @fingerprint, embedding = @fingerprint, embedded = passages, embedding_error = NULL
WHERE id = @id AND state = 'active';

-- name: hinderVectors :exec
UPDATE generations SET embedding_error = @error
WHERE id = ANY(@ids::uuid[]) AND state = 'active' AND embedding_error IS DISTINCT FROM @error;

-- name: putSample :one
INSERT INTO extractor_samples AS s (extractor_id, document_id, expected) VALUES (@extractor_id, @document_id, @expected)
ON CONFLICT (extractor_id, document_id) DO UPDATE SET expected = EXCLUDED.expected, updated_at = now()
RETURNING *;

-- name: countSamples :one
-- Samples of deleted documents do not count, because they will be removed too.
SELECT count(*) FROM extractor_samples s JOIN documents d ON d.id = s.document_id WHERE s.extractor_id = $1 AND d.deleted_at IS NULL;

-- name: samplesOf :many
-- Oldest first.
SELECT sqlc.embed(s), d.file_name FROM extractor_samples s JOIN documents d ON d.id = s.document_id
WHERE s.extractor_id = @extractor_id AND d.deleted_at IS NULL
ORDER BY s.created_at, s.document_id
LIMIT @page_limit OFFSET @page_skip;

-- name: deleteSample :execrows
DELETE FROM extractor_samples WHERE extractor_id = $1 AND document_id = $2;

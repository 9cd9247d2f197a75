-- name: insertExtractor :exec
INSERT INTO extractors (id, account_id, origin, name, slug, description)
VALUES (@id, @account_id, @origin, @name, @slug, @description);

-- name: insertExtractorVersion :exec
INSERT INTO extractor_versions (extractor_id, version, source, cost_type, cost_credits)
VALUES (@extractor_id, @version, @source, @cost_type, @cost_credits);

-- name: extractorOf :one
SELECT * FROM extractor_infos WHERE id = $1 AND account_id = $2 AND newest AND deleted_at IS NULL;

-- name: extractorBySlug :one
SELECT * FROM extractor_infos WHERE slug = $1 AND account_id = $2 AND newest AND deleted_at IS NULL;

-- name: extractorVersion :one
SELECT * FROM extractor_infos WHERE id = $1 AND version = $2;

-- name: extractorsUsed :many
-- The extractors of some documents, in the versions with which the documents were accepted.
SELECT i.* FROM extractor_infos i
JOIN (SELECT unnest(@ids::uuid[]) AS id, unnest(@versions::integer[]) AS version) AS used
  ON used.id = i.id AND used.version = i.version;

-- name: extractorVersionRow :one
SELECT * FROM extractor_versions WHERE extractor_id = $1 AND version = $2;

-- name: ExtractorVersions :many
-- Newest first.
SELECT * FROM extractor_versions WHERE extractor_id = @extractor_id ORDER BY version DESC LIMIT @page_limit OFFSET @page_skip;

-- name: extractorSource :one
SELECT source FROM extractor_versions WHERE extractor_id = $1 AND version = $2;

-- name: listExtractors :many
SELECT * FROM extractor_infos
WHERE account_id = @account_id AND newest AND deleted_at IS NULL
  AND (sqlc.narg('only')::uuid[] IS NULL OR id = ANY (sqlc.narg('only')))
ORDER BY created_at DESC, id DESC
LIMIT @page_limit OFFSET @page_skip;

-- name: countExtractors :one
SELECT count(*) FROM extractors WHERE account_id = $1 AND deleted_at IS NULL;

-- name: countListedExtractors :one
SELECT count(*) FROM extractors
WHERE account_id = @account_id AND deleted_at IS NULL AND (sqlc.narg('only')::uuid[] IS NULL OR id = ANY (sqlc.narg('only')));

-- name: lockExtractor :one
SELECT * FROM extractors WHERE account_id = @account_id AND slug = @slug AND deleted_at IS NULL FOR UPDATE;

-- name: describeExtractor :exec
-- Sets the fields that a new definition changes in place. Its logic goes into a new version.
UPDATE extractors SET name = @name, description = @description, version = @version, updated_at = now() WHERE id = @id;

-- name: renameExtractor :execrows
UPDATE extractors SET name = coalesce(sqlc.narg('name'), name), slug = coalesce(sqlc.narg('slug'), slug), updated_at = now()
WHERE id = @id AND account_id = @account_id AND origin = 'own' AND deleted_at IS NULL;

-- name: hideExtractor :execrows
UPDATE extractors SET deleted_at = now(), updated_at = now()
WHERE id = $1 AND account_id = $2 AND origin = 'own' AND deleted_at IS NULL;

-- name: accountsWithout :many
-- Accounts that lack an extractor of the catalog or have an older version than this build ships, and that have no
-- extractor of their own with its slug.
SELECT a.id FROM accounts a
WHERE NOT EXISTS (
  SELECT 1 FROM extractors e LEFT JOIN extractor_versions v ON v.extractor_id = e.id AND v.version = e.version
  WHERE e.account_id = a.id AND e.slug = @slug AND e.deleted_at IS NULL AND (e.origin = 'own' OR v.source = @source::text))
ORDER BY a.id;

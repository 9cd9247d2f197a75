-- name: insertDocument :one
INSERT INTO documents (id, account_id, file_name, file_size, format, accuracy, page_separator, skip_images,
                       extractor_id, extractor_version, source_url, callback_url, source_key, request_id,
                       sent_as_files, batch_id, batch_position, masking)
VALUES (@id, @account_id, @file_name, @file_size, @format, @accuracy, @page_separator, @skip_images,
        @extractor_id, @extractor_version, @source_url, @callback_url, @source_key, @request_id,
        @sent_as_files, @batch_id, @batch_position, coalesce(@masking::text[], '{}'))
RETURNING *;

-- name: documentOfAccount :one
SELECT * FROM documents WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL;

-- name: documentByID :one
-- For signed downloads: the link has already proved the right to read, so the account is not compared.
SELECT * FROM documents WHERE id = $1 AND deleted_at IS NULL;

-- name: listDocuments :many
SELECT * FROM documents
WHERE account_id = @account_id AND deleted_at IS NULL
  AND (sqlc.narg('extractor_id')::uuid IS NULL OR extractor_id = sqlc.narg('extractor_id'))
  AND (NOT @no_extractor::boolean OR extractor_id IS NULL)
  AND (sqlc.narg('only')::uuid[] IS NULL OR extractor_id = ANY (sqlc.narg('only')))
  AND (@search::text = '' OR strpos(lower(file_name), lower(@search)) > 0)
  AND (sqlc.narg('date_from')::timestamptz IS NULL OR created_at >= sqlc.narg('date_from'))
  AND (sqlc.narg('date_to')::timestamptz IS NULL OR created_at <= sqlc.narg('date_to'))
  AND (@status::text = ''
       OR @status = CASE WHEN status = 'COMPLETED' AND expires_at <= now() THEN 'EXPIRED' ELSE status END)
ORDER BY created_at DESC, id DESC
LIMIT @page_limit OFFSET @page_skip;

-- name: countDocuments :one
SELECT count(*) FROM documents
WHERE account_id = @account_id AND deleted_at IS NULL
  AND (sqlc.narg('extractor_id')::uuid IS NULL OR extractor_id = sqlc.narg('extractor_id'))
  AND (NOT @no_extractor::boolean OR extractor_id IS NULL)
  AND (sqlc.narg('only')::uuid[] IS NULL OR extractor_id = ANY (sqlc.narg('only')))
  AND (@search::text = '' OR strpos(lower(file_name), lower(@search)) > 0)
  AND (sqlc.narg('date_from')::timestamptz IS NULL OR created_at >= sqlc.narg('date_from'))
  AND (sqlc.narg('date_to')::timestamptz IS NULL OR created_at <= sqlc.narg('date_to'))
  AND (@status::text = ''
       OR @status = CASE WHEN status = 'COMPLETED' AND expires_at <= now() THEN 'EXPIRED' ELSE status END);

-- name: claimDocument :one
UPDATE documents SET status = 'PROCESSING', attempt = attempt + 1, touched_at = now()
WHERE id = $1 AND deleted_at IS NULL AND status IN ('PENDING', 'PROCESSING')
RETURNING *;

-- name: setDocumentSource :execrows
UPDATE documents SET file_name = @file_name, file_size = @file_size, format = @format, touched_at = now()
WHERE id = @id AND attempt = @attempt AND status = 'PROCESSING' AND deleted_at IS NULL;

-- name: completeDocument :one
UPDATE documents
SET status = 'COMPLETED', page_count = @page_count, output_key = @output_key,
    output_name = @output_name,
    output_type = @output_type, output_size = @output_size, completed_at = now(), touched_at = now(),
    expires_at = now() + make_interval(secs => sqlc.narg('retention_seconds')::double precision)
WHERE id = @id AND attempt = @attempt AND status = 'PROCESSING' AND deleted_at IS NULL
RETURNING *;

-- name: failDocument :one
UPDATE documents
SET status = 'FAILED', error = @error, error_type = @error_type, completed_at = now(), touched_at = now(),
    page_count = coalesce(sqlc.narg('page_count')::integer, page_count)
WHERE id = @id AND attempt = @attempt AND status IN ('PENDING', 'PROCESSING') AND deleted_at IS NULL
RETURNING *;

-- name: touchDocument :exec
UPDATE documents SET touched_at = now() WHERE id = $1;

-- name: hideDocument :one
UPDATE documents SET deleted_at = now(), touched_at = now()
WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL
RETURNING *;

-- name: PurgeDocument :exec
DELETE FROM documents WHERE id = $1 AND deleted_at IS NOT NULL;

-- name: documentsInFlight :many
-- Documents that were not touched for a while and have no pending start: Temporal must know them, or they are stuck.
SELECT d.* FROM documents d
WHERE d.status IN ('PENDING', 'PROCESSING') AND d.deleted_at IS NULL
  AND d.touched_at < now() - make_interval(secs => @idle_seconds::double precision)
  AND NOT EXISTS (SELECT 1 FROM workflow_outbox o WHERE o.object_id = d.id)
ORDER BY d.touched_at
LIMIT @row_limit;

-- name: restartDocument :one
UPDATE documents SET restarts = restarts + 1, touched_at = now()
WHERE id = $1 AND status IN ('PENDING', 'PROCESSING') AND deleted_at IS NULL AND restarts = $2
RETURNING *;

-- name: hiddenDocuments :many
-- Documents that were deleted by their owner and still exist, because the purge was lost or has not run yet.
SELECT d.* FROM documents d
WHERE d.deleted_at IS NOT NULL AND d.touched_at < now() - make_interval(secs => @idle_seconds::double precision)
  AND NOT EXISTS (SELECT 1 FROM workflow_outbox o WHERE o.object_id = d.id)
  -- The removal of a deleted account also removes its documents.
  AND NOT EXISTS (SELECT 1 FROM accounts a WHERE a.id = d.account_id AND a.deleted_at IS NOT NULL)
ORDER BY d.touched_at
LIMIT @row_limit;

-- name: touchHiddenDocument :one
UPDATE documents SET restarts = restarts + 1, touched_at = now()
WHERE id = $1 AND deleted_at IS NOT NULL AND restarts = $2
RETURNING *;

-- name: CountInFlight :one
SELECT count(*) FROM documents WHERE status IN ('PENDING', 'PROCESSING') AND deleted_at IS NULL;

-- name: OldestInFlight :one
-- In seconds.
SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0)::bigint FROM documents
WHERE status IN ('PENDING', 'PROCESSING') AND deleted_at IS NULL;

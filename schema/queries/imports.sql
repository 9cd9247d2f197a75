-- name: markImport :exec
UPDATE accounts SET import_sha256 = @archive WHERE id = @id;

-- name: endImport :exec
UPDATE accounts SET imported_at = now() WHERE id = $1 AND imported_at IS NULL;

-- name: forgetImportedMessages :exec
DELETE FROM imported_messages WHERE account_id = $1;

-- name: pendingVersionsOf :many
SELECT * FROM file_versions WHERE account_id = $1 AND status = 'pending' ORDER BY id;

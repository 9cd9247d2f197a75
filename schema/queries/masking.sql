-- name: setMasking :execrows
UPDATE collections SET masking = @masking::text[], masking_due = true, updated_at = now()
WHERE id = @id AND account_id = @account_id AND deleted_at IS NULL;

-- name: setAccountMasking :one
UPDATE accounts SET masking = @masking::text[] WHERE id = @id AND deleted_at IS NULL RETURNING *;

-- name: AccountMasking :one
SELECT masking FROM accounts WHERE id = $1;

-- name: filesToMask :many
-- Files whose newest version was masked by other rules than their collection's, oldest first.
SELECT f.id, f.account_id, f.collection_id
FROM collections c JOIN accounts a ON a.id = c.account_id JOIN files f ON f.collection_id = c.id
JOIN file_versions v ON v.file_id = f.id AND v.version = f.version
WHERE c.masking_due AND c.deleted_at IS NULL AND a.deleted_at IS NULL AND f.deleted_at IS NULL
  AND v.status = 'ready' AND v.masking <> c.masking
ORDER BY v.touched_at LIMIT $1;

-- name: settleMasking :exec
-- Unmarks collections in which every file is masked by the current rules, if no file is in flight that may have begun
-- before these rules were set.
UPDATE collections c SET masking_due = false
WHERE c.masking_due AND c.deleted_at IS NULL AND NOT EXISTS (
  SELECT FROM files f JOIN file_versions v ON v.file_id = f.id AND v.version = f.version
  WHERE f.collection_id = c.id AND f.deleted_at IS NULL
    AND (v.status IN ('pending', 'processing') OR (v.status = 'ready' AND v.masking <> c.masking)));

-- name: MasksAnything :one
-- Whether personal data is masked anywhere in the account.
SELECT (EXISTS (SELECT FROM collections c WHERE c.account_id = $1 AND c.masking <> '{}' AND c.deleted_at IS NULL)
    OR EXISTS (SELECT FROM documents d WHERE d.account_id = $1 AND d.masking <> '{}' AND d.deleted_at IS NULL))::boolean AS masks;

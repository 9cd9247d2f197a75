-- Documents that arrived in the multipart field files, which the published client uses. That client polls for
-- download_url, so only its documents have this field.

-- +goose Up
ALTER TABLE documents ADD COLUMN sent_as_files boolean NOT NULL DEFAULT false;

-- +goose Down
ALTER TABLE documents DROP COLUMN sent_as_files;

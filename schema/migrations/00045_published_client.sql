-- Documents that arrived in the multipart field files, as the published client sends them. The same client polls for
-- download_url, which nobody else is shown.

-- +goose Up
ALTER TABLE documents ADD COLUMN sent_as_files boolean NOT NULL DEFAULT false;

-- +goose Down
ALTER TABLE documents DROP COLUMN sent_as_files;

-- Documents whose personal data is masked, and the permission to see their originals. Until it is replaced, an older
-- build masks nothing and serves originals to everyone.

-- +goose Up

-- The names of the rules (internal/mask). Without any, nothing is masked.
ALTER TABLE documents ADD COLUMN masking text[] NOT NULL DEFAULT '{}';

ALTER TABLE api_keys ADD COLUMN can_unmask boolean NOT NULL DEFAULT false;
ALTER TABLE logins ADD COLUMN can_unmask boolean NOT NULL DEFAULT false;
ALTER TABLE login_links ADD COLUMN can_unmask boolean NOT NULL DEFAULT false;

-- +goose Down
ALTER TABLE login_links DROP COLUMN can_unmask;
ALTER TABLE logins DROP COLUMN can_unmask;
ALTER TABLE api_keys DROP COLUMN can_unmask;
ALTER TABLE documents DROP COLUMN masking;

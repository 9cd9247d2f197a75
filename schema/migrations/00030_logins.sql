-- Browser logins, and keys that may manage their account.

-- +goose Up
ALTER TABLE api_keys
  ADD COLUMN can_admin  boolean NOT NULL DEFAULT false,
  ADD COLUMN expires_at timestamptz;
-- Existing keys keep their permissions. In each account, the oldest key with all permissions so far may now also manage
-- the account. If there is none, an operator has to create a key.
UPDATE api_keys SET can_admin = true WHERE id IN (
  SELECT DISTINCT ON (account_id) id FROM api_keys
  WHERE revoked_at IS NULL AND can_read AND can_write
  ORDER BY account_id, created_at, id);

-- A logged-in browser. hash is an HMAC of its cookie, under the same pepper as for keys.
CREATE TABLE logins (
  id         uuid PRIMARY KEY,
  hash       bytea NOT NULL UNIQUE,
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  method     text NOT NULL CHECK (method IN ('key', 'link', 'oidc')),
  -- key_id: the login has the permissions of this key and ends with it. Other logins have their own permissions.
  key_id     uuid REFERENCES api_keys ON DELETE CASCADE,
  actor      text NOT NULL,
  can_read   boolean NOT NULL,
  can_write  boolean NOT NULL,
  can_admin  boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  used_at    timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  CONSTRAINT key_login_has_key CHECK ((method = 'key') = (key_id IS NOT NULL))
);
CREATE INDEX logins_account ON logins (account_id, actor, used_at DESC);
CREATE INDEX logins_key ON logins (key_id) WHERE key_id IS NOT NULL;
CREATE INDEX logins_expiring ON logins (expires_at);
CREATE INDEX logins_idle ON logins (used_at);

-- A login link that works once. hash is an HMAC of its token.
CREATE TABLE login_links (
  hash       bytea PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  can_read   boolean NOT NULL,
  can_write  boolean NOT NULL,
  can_admin  boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX login_links_expiring ON login_links (expires_at);

-- +goose Down
DROP TABLE login_links, logins;
ALTER TABLE api_keys DROP COLUMN can_admin, DROP COLUMN expires_at;

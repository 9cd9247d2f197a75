-- Operators can suspend and delete accounts. Until it is replaced, an older build still serves suspended accounts and
-- accounts whose deletion has begun, and has no operators.

-- +goose Up
ALTER TABLE accounts
  ADD COLUMN suspended_at timestamptz,
  ADD COLUMN deleted_at timestamptz, -- its removal has begun
  ADD COLUMN restarts integer NOT NULL DEFAULT 0, -- of its removal
  ADD COLUMN touched_at timestamptz NOT NULL DEFAULT now();
CREATE INDEX accounts_deleted ON accounts (touched_at) WHERE deleted_at IS NOT NULL;

ALTER TABLE api_keys
  ADD COLUMN can_operate boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT scoped_keys_operate_nothing CHECK (NOT (scoped AND can_operate));
ALTER TABLE logins ADD COLUMN can_operate boolean NOT NULL DEFAULT false;
ALTER TABLE login_links ADD COLUMN can_operate boolean NOT NULL DEFAULT false;

-- Charges stay on record when an account and everything that it owns are removed.
ALTER TABLE ledger DROP CONSTRAINT ledger_account_id_fkey;

-- +goose Down
ALTER TABLE ledger ADD CONSTRAINT ledger_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts NOT VALID;
ALTER TABLE login_links DROP COLUMN can_operate;
ALTER TABLE logins DROP COLUMN can_operate;
ALTER TABLE api_keys DROP CONSTRAINT scoped_keys_operate_nothing, DROP COLUMN can_operate;
ALTER TABLE accounts DROP COLUMN touched_at, DROP COLUMN restarts, DROP COLUMN deleted_at, DROP COLUMN suspended_at;

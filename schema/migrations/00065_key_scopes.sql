-- Keys that may use only some collections and extractors of their account.

-- +goose Up

-- The permissions of a scoped key have their own columns, so that a build that does not know scopes sees a key without
-- permissions, and not one that may do everything in the account.
ALTER TABLE api_keys
  ADD COLUMN scoped boolean NOT NULL DEFAULT false,
  ADD COLUMN scoped_read boolean NOT NULL DEFAULT false,
  ADD COLUMN scoped_write boolean NOT NULL DEFAULT false,
  ADD COLUMN collection_ids uuid[] NOT NULL DEFAULT '{}',
  ADD COLUMN extractor_ids uuid[] NOT NULL DEFAULT '{}',
  ADD CONSTRAINT scoped_keys_have_own_permissions CHECK (NOT scoped OR NOT (can_read OR can_write OR can_admin)),
  ADD CONSTRAINT only_scoped_keys_have_scopes
    CHECK (scoped OR NOT (scoped_read OR scoped_write OR cardinality(collection_ids) > 0 OR cardinality(extractor_ids) > 0));

-- Whether a session, and everything that was ever asked in it, is about these collections only. The collections of
-- earlier questions count, because a session that has moved on still shows the answers from them.
-- +goose StatementBegin
CREATE FUNCTION session_within(session uuid, collections uuid[], allowed uuid[]) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT cardinality(collections) > 0 AND collections <@ allowed
     AND NOT EXISTS (SELECT FROM messages m JOIN turns t ON t.message_id = m.id
                     WHERE m.session_id = session AND NOT t.collection_ids <@ allowed)
$$;
-- +goose StatementEnd

-- +goose Down
DROP FUNCTION session_within;
-- Scoped keys are deleted, because their scopes are lost here, and the previous build would show them as keys without
-- permissions.
DELETE FROM api_keys WHERE scoped;
ALTER TABLE api_keys
  DROP CONSTRAINT only_scoped_keys_have_scopes, DROP CONSTRAINT scoped_keys_have_own_permissions,
  DROP COLUMN extractor_ids, DROP COLUMN collection_ids, DROP COLUMN scoped_write, DROP COLUMN scoped_read, DROP COLUMN scoped;

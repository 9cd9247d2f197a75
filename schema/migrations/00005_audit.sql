-- +goose Up
-- Who did what. The application's role may only add and read entries; the owner of the tables removes old ones. There
-- are no references, because an entry outlives the object that it is about.
CREATE TABLE audit_log (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at         timestamptz NOT NULL DEFAULT clock_timestamp(),
  account_id uuid,
  key_id     uuid,          -- null: an operator
  actor      text NOT NULL, -- the displayable part of the key, or the operator's name
  action     text NOT NULL,
  object_id  uuid NOT NULL,
  request_id text NOT NULL,
  ip         text NOT NULL
);
CREATE INDEX audit_log_account ON audit_log (account_id, id);
CREATE INDEX audit_log_at ON audit_log (at);

-- +goose Down
DROP TABLE audit_log;

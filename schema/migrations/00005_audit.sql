-- +goose Up
-- Who did what. The application's role may add entries and read them, nothing else; what is too old is removed by the
-- owner of the tables. There are no references: an entry outlives what it is about.
CREATE TABLE audit_log (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at         timestamptz NOT NULL DEFAULT clock_timestamp(),
  account_id uuid,
  key_id     uuid,          -- null: an operator
  actor      text NOT NULL, -- what may be shown of the key, or the operator's name
  action     text NOT NULL,
  object_id  uuid NOT NULL,
  request_id text NOT NULL,
  ip         text NOT NULL
);
CREATE INDEX audit_log_account ON audit_log (account_id, id);
CREATE INDEX audit_log_at ON audit_log (at);

-- +goose Down
DROP TABLE audit_log;

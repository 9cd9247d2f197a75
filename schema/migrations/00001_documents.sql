-- +goose Up
CREATE TABLE accounts (
  id          uuid PRIMARY KEY,
  name        text NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 255),
  plan        text NOT NULL DEFAULT 'default',
  created_at  timestamptz NOT NULL DEFAULT now()
);

-- A secret signs deliveries while expires_at is null or in the future, so two secrets sign during a rotation.
CREATE TABLE webhook_secrets (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id  uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  secret      text NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  expires_at  timestamptz
);
CREATE INDEX webhook_secrets_account ON webhook_secrets (account_id);

-- The key itself is never stored: hash is an HMAC under a pepper that only the process knows.
CREATE TABLE api_keys (
  id           uuid PRIMARY KEY,
  account_id   uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name         text NOT NULL DEFAULT '',
  display      text NOT NULL,
  hash         bytea NOT NULL UNIQUE,
  can_read     boolean NOT NULL DEFAULT true,
  can_write    boolean NOT NULL DEFAULT true,
  created_at   timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  revoked_at   timestamptz
);
CREATE INDEX api_keys_account ON api_keys (account_id, created_at);

CREATE TABLE documents (
  id             uuid PRIMARY KEY,
  account_id     uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  status         text NOT NULL DEFAULT 'PENDING'
                 CHECK (status IN ('PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED')),
  file_name      text NOT NULL,
  file_size      bigint NOT NULL CHECK (file_size >= 0),
  format         text NOT NULL DEFAULT '',
  page_count     integer CHECK (page_count >= 0),
  accuracy       text CHECK (accuracy IN ('lite', 'ultra')),
  page_separator boolean NOT NULL DEFAULT true,
  skip_images    boolean NOT NULL DEFAULT false,
  extractor_id   uuid,
  source_url     text,
  callback_url   text,
  source_key     text NOT NULL,
  output_key     text,
  output_name    text,
  output_type    text,
  output_size    bigint,
  error          text,
  error_type     text,
  -- attempt counts claims: a write with an older number comes from a worker that was given up as lost.
  attempt        integer NOT NULL DEFAULT 0,
  -- restarts counts workflows that ended without a result and were started again.
  restarts       integer NOT NULL DEFAULT 0,
  request_id     text NOT NULL DEFAULT '',
  created_at     timestamptz NOT NULL DEFAULT now(),
  touched_at     timestamptz NOT NULL DEFAULT now(),
  completed_at   timestamptz,
  expires_at     timestamptz,
  deleted_at     timestamptz,
  CONSTRAINT completed_has_output CHECK (status <> 'COMPLETED' OR (output_key IS NOT NULL AND page_count IS NOT NULL)),
  CONSTRAINT failed_has_reason CHECK (status <> 'FAILED' OR error IS NOT NULL),
  CONSTRAINT terminal_has_time CHECK ((status IN ('COMPLETED', 'FAILED', 'EXPIRED')) = (completed_at IS NOT NULL))
);
CREATE INDEX documents_account ON documents (account_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX documents_in_flight ON documents (touched_at) WHERE status IN ('PENDING', 'PROCESSING');
CREATE INDEX documents_expiring ON documents (expires_at) WHERE expires_at IS NOT NULL AND status = 'COMPLETED';

-- One delivery per terminal status. Its body is fixed when the document ends, so that every attempt and every redelivery
-- sends the same bytes.
CREATE TABLE deliveries (
  id          uuid PRIMARY KEY,
  account_id  uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  document_id uuid NOT NULL REFERENCES documents ON DELETE CASCADE,
  url         text NOT NULL,
  body        bytea NOT NULL,
  status      text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'delivered', 'exhausted')),
  -- round counts redeliveries: round 0 is the first delivery. Each round has its own four attempts.
  round       integer NOT NULL DEFAULT 0,
  restarts    integer NOT NULL DEFAULT 0,
  created_at  timestamptz NOT NULL DEFAULT now(),
  touched_at  timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX deliveries_document ON deliveries (document_id, created_at);
CREATE INDEX deliveries_in_flight ON deliveries (touched_at) WHERE status = 'pending';

CREATE TABLE delivery_attempts (
  delivery_id     uuid NOT NULL REFERENCES deliveries ON DELETE CASCADE,
  number          integer NOT NULL,
  at              timestamptz NOT NULL DEFAULT now(),
  response_status integer,
  duration_ms     integer,
  error           text,
  PRIMARY KEY (delivery_id, number)
);

-- Workflows that the database has promised to start and that Temporal may not know yet.
CREATE TABLE workflow_outbox (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind        text NOT NULL,
  workflow_id text NOT NULL UNIQUE,
  account_id  uuid NOT NULL,
  object_id   uuid NOT NULL,
  request_id  text NOT NULL DEFAULT '',
  priority    smallint NOT NULL DEFAULT 3,
  created_at  timestamptz NOT NULL DEFAULT now(),
  attempts    integer NOT NULL DEFAULT 0,
  next_try_at timestamptz NOT NULL DEFAULT now(),
  last_error  text
);
CREATE INDEX workflow_outbox_due ON workflow_outbox (next_try_at);
CREATE INDEX workflow_outbox_object ON workflow_outbox (object_id);

-- status 0 means that the first request with this key is still running.
CREATE TABLE idempotency_keys (
  account_id  uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  key         text NOT NULL,
  fingerprint bytea NOT NULL,
  status      integer NOT NULL DEFAULT 0,
  body        bytea,
  created_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

-- Theoretical arrival times of GCRA. The table is unlogged to save a WAL record per request; after a crash of
-- PostgreSQL, every account has its full burst again.
CREATE UNLOGGED TABLE rate_limits (
  key text PRIMARY KEY,
  tat timestamptz NOT NULL
) WITH (fillfactor = 50);

-- +goose Down
DROP TABLE rate_limits, idempotency_keys, workflow_outbox, delivery_attempts, deliveries, documents, api_keys, webhook_secrets, accounts;

-- External places that are mirrored into collections, the runs that do it, the known state of their items, and what each
-- run did with each item.

-- +goose Up
CREATE TABLE sources (
  id            uuid PRIMARY KEY,
  account_id    uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  collection_id uuid NOT NULL REFERENCES collections ON DELETE CASCADE,
  name          text NOT NULL,
  kind          text NOT NULL,
  -- settings say where the source is and contain nothing secret; secret is encrypted with the key named by secret_key.
  settings      jsonb NOT NULL,
  secret        bytea,
  secret_key    text NOT NULL DEFAULT '',
  every_minutes integer NOT NULL CHECK (every_minutes > 0),
  -- rate limits the items read per minute; 0 means no limit.
  rate          integer NOT NULL CHECK (rate >= 0),
  add_only      boolean NOT NULL,
  -- preview makes the next run a dry run, after which the source pauses.
  preview       boolean NOT NULL,
  paused_at     timestamptz,
  pause_reason  text,
  last_run      integer NOT NULL DEFAULT 0,
  next_run_at   timestamptz NOT NULL DEFAULT now(),
  created_at    timestamptz NOT NULL DEFAULT now(),
  updated_at    timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sources_account ON sources (account_id, created_at DESC, id DESC);
CREATE INDEX sources_collection ON sources (collection_id);
CREATE INDEX sources_due ON sources (next_run_at) WHERE paused_at IS NULL;

CREATE TABLE source_runs (
  id            uuid PRIMARY KEY,
  source_id     uuid NOT NULL REFERENCES sources ON DELETE CASCADE,
  account_id    uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- number counts the listings of the source, one per run.
  number        integer NOT NULL,
  status        text NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'completed', 'failed', 'stopped')),
  dry_run       boolean NOT NULL,
  -- allow_deletions: a person has confirmed that the source may have lost most of its items.
  allow_deletions boolean NOT NULL,
  -- listing_cursor is the position after the last page that was recorded.
  listing_cursor text NOT NULL DEFAULT '',
  listed        integer NOT NULL DEFAULT 0,
  listed_at     timestamptz,
  error         text,
  restarts      integer NOT NULL DEFAULT 0,
  request_id    text NOT NULL DEFAULT '',
  created_at    timestamptz NOT NULL DEFAULT now(),
  touched_at    timestamptz NOT NULL DEFAULT now(),
  finished_at   timestamptz,
  UNIQUE (source_id, number)
);
CREATE UNIQUE INDEX source_runs_one_at_a_time ON source_runs (source_id) WHERE finished_at IS NULL;
CREATE INDEX source_runs_in_flight ON source_runs (touched_at) WHERE finished_at IS NULL;

CREATE TABLE source_items (
  source_id   uuid NOT NULL REFERENCES sources ON DELETE CASCADE,
  path        text COLLATE "C" NOT NULL,
  -- seen is the number of the last run whose listing had the item; listed_tag is the version of its content in it.
  seen        integer NOT NULL,
  key         text NOT NULL,
  listed_tag  text NOT NULL,
  listed_size bigint NOT NULL,
  -- tag is the version of the content that was mirrored, or null if none was.
  tag         text,
  file_id     uuid REFERENCES files ON DELETE SET NULL,
  version_id  uuid,
  -- tried is the number of the last run that processed the item.
  tried       integer NOT NULL DEFAULT 0,
  PRIMARY KEY (source_id, path)
);
CREATE INDEX source_items_file ON source_items (file_id);

CREATE TABLE source_log (
  id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  run_id  uuid NOT NULL REFERENCES source_runs ON DELETE CASCADE,
  path    text NOT NULL,
  action  text NOT NULL CHECK (action IN ('added', 'changed', 'deleted', 'kept', 'failed')),
  detail  text NOT NULL DEFAULT '',
  at      timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX source_log_run ON source_log (run_id, id);
CREATE INDEX source_log_action ON source_log (run_id, action);

-- +goose Down
DROP TABLE source_log;
DROP TABLE source_items;
DROP TABLE source_runs;
DROP TABLE sources;

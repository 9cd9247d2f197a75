-- +goose Up
CREATE TABLE collections (
  id         uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name       text NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  restarts   integer NOT NULL DEFAULT 0, -- of its purge
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  touched_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz
);
CREATE UNIQUE INDEX collections_name ON collections (account_id, name) WHERE deleted_at IS NULL;
CREATE INDEX collections_account ON collections (account_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;

-- A file is a path in a collection; its content is in its versions. version is the newest one. The active generation
-- answers queries; it may belong to an older version.
CREATE TABLE files (
  id                uuid PRIMARY KEY,
  account_id        uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  collection_id     uuid NOT NULL REFERENCES collections ON DELETE CASCADE,
  path              text NOT NULL CHECK (octet_length(path) BETWEEN 1 AND 1024),
  filename          text NOT NULL,
  version           integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  restarts          integer NOT NULL DEFAULT 0, -- of its purge
  indexed_at        timestamptz,
  created_at        timestamptz NOT NULL DEFAULT now(),
  updated_at        timestamptz NOT NULL DEFAULT now(),
  touched_at        timestamptz NOT NULL DEFAULT now(),
  deleted_at        timestamptz
);
-- In byte order, the order in which files are listed.
CREATE UNIQUE INDEX files_path ON files (collection_id, path COLLATE "C") WHERE deleted_at IS NULL;
CREATE INDEX files_collection ON files (collection_id); -- for purges, which also need deleted files
CREATE INDEX files_account ON files (account_id) WHERE deleted_at IS NULL;

CREATE TABLE file_versions (
  id          uuid PRIMARY KEY,
  file_id     uuid NOT NULL REFERENCES files ON DELETE CASCADE,
  account_id  uuid NOT NULL,
  version     integer NOT NULL CHECK (version >= 1),
  status      text NOT NULL CHECK (status IN ('pending', 'processing', 'ready', 'failed', 'stored')),
  format      text NOT NULL DEFAULT '',
  size        bigint NOT NULL CHECK (size >= 0),
  sha256      bytea NOT NULL,
  media_type  text NOT NULL DEFAULT 'application/octet-stream',
  page_count  integer CHECK (page_count >= 0),
  source_key  text NOT NULL,
  output_key  text,
  output_size bigint,
  error       text,
  error_type  text,
  -- round counts indexings of the same bytes: 0 for the upload, more for reindexing.
  round       integer NOT NULL DEFAULT 0,
  attempt     integer NOT NULL DEFAULT 0,
  restarts    integer NOT NULL DEFAULT 0,
  request_id  text NOT NULL DEFAULT '',
  created_at  timestamptz NOT NULL DEFAULT now(),
  touched_at  timestamptz NOT NULL DEFAULT now(),
  UNIQUE (file_id, version),
  CONSTRAINT failed_has_reason CHECK (status <> 'failed' OR error IS NOT NULL),
  CONSTRAINT ready_has_output CHECK (status <> 'ready' OR (output_key IS NOT NULL AND page_count IS NOT NULL))
);
CREATE INDEX file_versions_in_flight ON file_versions (touched_at) WHERE status IN ('pending', 'processing');

-- A generation is one indexing of one version. Queries see only active generations. One transaction sets the states of
-- the old and the new one, so the switch is atomic.
CREATE TABLE generations (
  id            uuid PRIMARY KEY,
  version_id    uuid NOT NULL REFERENCES file_versions ON DELETE CASCADE,
  file_id       uuid NOT NULL,
  collection_id uuid NOT NULL,
  account_id    uuid NOT NULL,
  round         integer NOT NULL DEFAULT 0,
  state         text NOT NULL DEFAULT 'building' CHECK (state IN ('building', 'active', 'retired')),
  language      text NOT NULL DEFAULT '',
  passages      integer NOT NULL DEFAULT 0,
  terms         bigint NOT NULL DEFAULT 0,
  created_at    timestamptz NOT NULL DEFAULT now(),
  retired_at    timestamptz,
  UNIQUE (version_id, round),
  CONSTRAINT retired_has_time CHECK ((state = 'retired') = (retired_at IS NOT NULL))
);
CREATE INDEX generations_account ON generations (account_id, state);
CREATE INDEX generations_file ON generations (file_id);
CREATE INDEX generations_collection ON generations (collection_id, state);
CREATE INDEX generations_retired ON generations (retired_at) WHERE state = 'retired';
CREATE UNIQUE INDEX generations_one_active ON generations (file_id) WHERE state = 'active';

-- The source of truth behind the vector store: text for quotes, terms and vectors to rebuild the store from.
CREATE TABLE passages (
  generation_id uuid NOT NULL REFERENCES generations ON DELETE CASCADE,
  number        integer NOT NULL,
  page_start    integer NOT NULL CHECK (page_start >= 1),
  page_end      integer NOT NULL CHECK (page_end >= page_start),
  kind          text NOT NULL,
  header        text NOT NULL,
  columns       text NOT NULL DEFAULT '',
  body          text NOT NULL,
  spans         jsonb NOT NULL,
  -- Terms of BM25: lists of little-endian uint32.
  term_ids      bytea NOT NULL,
  term_counts   bytea NOT NULL,
  header_terms  bytea NOT NULL,
  term_total    integer NOT NULL,
  -- vector is little-endian float32; fingerprint names the model that made it, or is '' without a vector.
  vector        bytea,
  fingerprint   text NOT NULL DEFAULT '',
  PRIMARY KEY (generation_id, number)
);

-- The file as clients see it: its path, and the columns of its newest version.
CREATE VIEW live_files AS
SELECT f.id, f.account_id, f.collection_id, v.id AS version_id, f.path, f.filename, v.status, f.version, v.size, v.sha256,
       v.format, v.media_type, v.page_count, v.error, v.source_key, v.output_key, v.output_size, f.indexed_at,
       f.created_at, f.updated_at
FROM files f JOIN file_versions v ON v.file_id = f.id AND v.version = f.version
WHERE f.deleted_at IS NULL;

-- Counts and sizes are never stored, so that they always agree with the files.
CREATE VIEW live_collections AS
SELECT c.id, c.account_id, c.name, held.file_count, held.total_size, c.created_at, c.updated_at
FROM collections c
CROSS JOIN LATERAL (
  SELECT count(*) AS file_count, coalesce(sum(f.size), 0)::bigint AS total_size FROM live_files f WHERE f.collection_id = c.id
) held
WHERE c.deleted_at IS NULL;

-- +goose Down
DROP VIEW live_collections, live_files;
DROP TABLE passages, generations, file_versions, files, collections;

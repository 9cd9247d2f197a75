-- +goose Up
CREATE TABLE sessions (
  id             uuid PRIMARY KEY,
  account_id     uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  title          text NOT NULL DEFAULT 'New chat',
  -- titled: the owner or the first exchange has set the title. Until then it is a placeholder.
  titled         boolean NOT NULL DEFAULT false,
  collection_ids uuid[] NOT NULL,
  created_at     timestamptz NOT NULL DEFAULT now(),
  updated_at     timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sessions_account ON sessions (account_id, updated_at DESC, id DESC);

-- The assistant's message exists from the start of its turn and grows, so that a crash leaves a valid partial message.
CREATE TABLE messages (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES sessions ON DELETE CASCADE,
  role       text NOT NULL CHECK (role IN ('user', 'assistant')),
  content    text NOT NULL DEFAULT '',
  citations  jsonb NOT NULL DEFAULT '[]',
  status     text NOT NULL DEFAULT 'complete' CHECK (status IN ('complete', 'streaming', 'partial', 'failed')),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX messages_session ON messages (session_id, id);

-- A turn is one question and the work on its answer. session_id is null for a question outside of sessions.
CREATE TABLE turns (
  id                uuid PRIMARY KEY,
  account_id        uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  session_id        uuid REFERENCES sessions ON DELETE CASCADE,
  message_id        bigint REFERENCES messages ON DELETE CASCADE,
  question          text NOT NULL,
  collection_ids    uuid[] NOT NULL,
  file_ids          uuid[] NOT NULL,
  -- queries are the texts to search for: the question and its rewrites.
  queries           text[] NOT NULL DEFAULT '{}',
  status            text NOT NULL DEFAULT 'streaming' CHECK (status IN ('complete', 'streaming', 'partial', 'failed')),
  answer            text NOT NULL DEFAULT '',
  citations         jsonb NOT NULL DEFAULT '[]',
  error_type        text,
  error             text,
  -- attempt counts how often the answer was begun: writes of an older attempt are ignored.
  attempt           integer NOT NULL DEFAULT 0,
  restarts          integer NOT NULL DEFAULT 0,
  last_seq          integer NOT NULL DEFAULT 0,
  prompt_tokens     integer NOT NULL DEFAULT 0,
  completion_tokens integer NOT NULL DEFAULT 0,
  idempotency_key   text NOT NULL DEFAULT '',
  request_id        text NOT NULL DEFAULT '',
  created_at        timestamptz NOT NULL DEFAULT now(),
  touched_at        timestamptz NOT NULL DEFAULT now(),
  finished_at       timestamptz,
  CONSTRAINT failed_has_reason CHECK (status <> 'failed' OR error IS NOT NULL),
  CONSTRAINT finished_has_time CHECK ((status <> 'streaming') = (finished_at IS NOT NULL))
);
CREATE UNIQUE INDEX turns_one_at_a_time ON turns (session_id) WHERE status = 'streaming';
CREATE INDEX turns_in_flight ON turns (touched_at) WHERE status = 'streaming';
CREATE INDEX turns_key ON turns (account_id, idempotency_key) WHERE idempotency_key <> '';
CREATE INDEX turns_finished ON turns (finished_at) WHERE finished_at IS NOT NULL;

-- The events that a stream has sent or will send. They are stored so that any replica can serve any stream.
CREATE TABLE turn_events (
  turn_id uuid NOT NULL REFERENCES turns ON DELETE CASCADE,
  seq     integer NOT NULL,
  event   text NOT NULL CHECK (event IN ('status', 'delta', 'complete', 'error')),
  data    jsonb NOT NULL,
  PRIMARY KEY (turn_id, seq)
);

-- +goose Down
DROP TABLE turn_events, turns, messages, sessions;

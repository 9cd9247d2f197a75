-- Evaluations: questions with the answers expected, and the results of asking them.

-- +goose Up
CREATE TABLE evals (
  id             uuid PRIMARY KEY,
  account_id     uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name           text NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  collection_ids uuid[] NOT NULL CHECK (cardinality(collection_ids) > 0), -- ascending
  -- feedback: the judgements of answers from exactly these collections become its cases.
  feedback       boolean NOT NULL DEFAULT false,
  last_run       integer NOT NULL DEFAULT 0, -- the number of its newest run
  created_at     timestamptz NOT NULL DEFAULT now(),
  updated_at     timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX evals_name ON evals (account_id, name);
CREATE UNIQUE INDEX evals_feedback ON evals (account_id, collection_ids) WHERE feedback;

-- Files are named by path, so that a set of cases still fits a collection that was built again.
CREATE TABLE eval_cases (
  id         uuid PRIMARY KEY,
  eval_id    uuid NOT NULL REFERENCES evals ON DELETE CASCADE,
  number     bigint NOT NULL GENERATED ALWAYS AS IDENTITY, -- the order of cases
  key        text NOT NULL CHECK (octet_length(key) BETWEEN 1 AND 1020),
  question   text NOT NULL,
  files      text[] NOT NULL, -- the files to search; none means all
  expected   jsonb NOT NULL,  -- [{"file": path, "pages": [1, 2]}]; without pages, any page of the file counts
  words      text[] NOT NULL, -- the answer must contain them
  refused    boolean NOT NULL, -- the collections do not answer the question, and the answer must say so
  note       text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (eval_id, key)
);
CREATE INDEX eval_cases_order ON eval_cases (eval_id, number);

CREATE TABLE eval_runs (
  id             uuid PRIMARY KEY,
  eval_id        uuid NOT NULL REFERENCES evals ON DELETE CASCADE,
  account_id     uuid NOT NULL,
  number         integer NOT NULL, -- counts the runs of the evaluation
  status         text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'running', 'completed', 'cancelled', 'failed')),
  note           text NOT NULL,
  collection_ids uuid[] NOT NULL,
  total          integer NOT NULL,
  -- configuration describes the service that answered, without secrets; fingerprint is its hash. content describes the
  -- collections that were searched.
  configuration  jsonb NOT NULL DEFAULT '{}',
  fingerprint    text NOT NULL DEFAULT '',
  content        jsonb NOT NULL DEFAULT '{}',
  metrics        jsonb, -- null until the run has ended
  error          text,
  restarts       integer NOT NULL DEFAULT 0,
  request_id     text NOT NULL DEFAULT '',
  created_at     timestamptz NOT NULL DEFAULT now(),
  started_at     timestamptz,
  finished_at    timestamptz,
  touched_at     timestamptz NOT NULL DEFAULT now(),
  UNIQUE (eval_id, number),
  CONSTRAINT failed_has_reason CHECK (status <> 'failed' OR error IS NOT NULL),
  CONSTRAINT finished_has_time CHECK ((status IN ('pending', 'running')) = (finished_at IS NULL))
);
CREATE UNIQUE INDEX eval_runs_one_at_a_time ON eval_runs (eval_id) WHERE status IN ('pending', 'running');
CREATE INDEX eval_runs_in_flight ON eval_runs (touched_at) WHERE status IN ('pending', 'running');
CREATE INDEX eval_runs_account ON eval_runs (account_id) WHERE status IN ('pending', 'running');

-- A case as it was when the run began, with its result, so that runs stay comparable when cases change.
CREATE TABLE eval_results (
  run_id            uuid NOT NULL REFERENCES eval_runs ON DELETE CASCADE,
  number            integer NOT NULL, -- from 1
  key               text NOT NULL,
  question          text NOT NULL,
  files             text[] NOT NULL,
  expected          jsonb NOT NULL,
  words             text[] NOT NULL,
  refused           boolean NOT NULL,
  turn_id           uuid,
  status            text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'done', 'failed')),
  error             text,
  answer            text NOT NULL DEFAULT '',
  citations         jsonb NOT NULL DEFAULT '[]',
  found             jsonb NOT NULL DEFAULT '[]', -- the pages found by the search, best first
  declined          boolean, -- whether the answer was refused
  -- From 0 to 1, or null if the case expects nothing of this kind.
  score             double precision,
  page_f1           double precision,
  recall            double precision,
  words_found       double precision,
  latency_ms        integer,
  prompt_tokens     integer NOT NULL DEFAULT 0,
  completion_tokens integer NOT NULL DEFAULT 0,
  PRIMARY KEY (run_id, number),
  UNIQUE (run_id, key),
  CONSTRAINT failed_has_reason CHECK (status <> 'failed' OR error IS NOT NULL)
);

-- A person's judgement of an answer, and the case made from it.
CREATE TABLE message_feedback (
  message_id bigint PRIMARY KEY REFERENCES messages ON DELETE CASCADE,
  rating     text NOT NULL CHECK (rating IN ('up', 'down')),
  comment    text NOT NULL,
  case_id    uuid REFERENCES eval_cases ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX message_feedback_case ON message_feedback (case_id);

-- The turn of an evaluation also keeps the passages found for its answer.
ALTER TABLE turns ADD COLUMN keeps_hits boolean NOT NULL DEFAULT false;

-- +goose Down
ALTER TABLE turns DROP COLUMN keeps_hits;
DROP TABLE message_feedback, eval_results, eval_runs, eval_cases, evals;

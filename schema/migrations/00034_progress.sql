-- How far conversions have come: the pages of each range that is done, so that a range converted twice counts once. What
-- is in flight shows it; rows that nobody has touched for a week are cleaned away.

-- +goose Up
CREATE TABLE progress (
  object_id  uuid PRIMARY KEY, -- a document, or a version of a file
  round      integer NOT NULL,
  total      integer NOT NULL,
  ranges     jsonb NOT NULL,
  touched_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX progress_touched ON progress (touched_at);

-- +goose Down
DROP TABLE progress;

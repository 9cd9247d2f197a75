-- The progress of conversions in flight: the pages of each finished range, so that a range that is converted twice
-- counts once. Rows that were not touched for a week are removed.

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

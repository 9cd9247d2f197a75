-- The values that a person expects an extractor to find in a document, as corrections of its results. Changes of its
-- definition are tested on them. expected has the keys of the output; keys that it leaves out are not compared.

-- +goose Up
CREATE TABLE extractor_samples (
  extractor_id uuid NOT NULL REFERENCES extractors ON DELETE CASCADE,
  document_id  uuid NOT NULL REFERENCES documents ON DELETE CASCADE,
  expected     jsonb NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT now(),
  updated_at   timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (extractor_id, document_id)
);
CREATE INDEX extractor_samples_document ON extractor_samples (document_id);

-- +goose Down
DROP TABLE extractor_samples;

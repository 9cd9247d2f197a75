-- What a person expects an extractor to find in a document: corrections of its results. A change of its definition is
-- tried on all of them. The names of keys in expected are those of the output; what it leaves out is not compared.

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

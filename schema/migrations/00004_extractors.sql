-- +goose Up
CREATE TABLE extractors (
  id          uuid PRIMARY KEY,
  account_id  uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- catalog: installed with the product, so the account may not change it.
  origin      text NOT NULL DEFAULT 'own' CHECK (origin IN ('own', 'catalog')),
  name        text NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  slug        text NOT NULL CHECK (length(slug) BETWEEN 3 AND 100),
  description text,
  -- version is the newest version, which runs use.
  version     integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  created_at  timestamptz NOT NULL DEFAULT now(),
  updated_at  timestamptz NOT NULL DEFAULT now(),
  deleted_at  timestamptz
);
CREATE UNIQUE INDEX extractors_slug ON extractors (account_id, slug) WHERE deleted_at IS NULL;
CREATE INDEX extractors_account ON extractors (account_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;

-- Versions never change, because a run is charged and explained by the version with which it was accepted.
CREATE TABLE extractor_versions (
  extractor_id uuid NOT NULL REFERENCES extractors ON DELETE CASCADE,
  version      integer NOT NULL,
  source       text NOT NULL,
  cost_type    text NOT NULL CHECK (cost_type IN ('PER_PAGE', 'PER_DOCUMENT')),
  cost_credits integer NOT NULL CHECK (cost_credits >= 0),
  created_at   timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (extractor_id, version)
);

ALTER TABLE documents ADD COLUMN extractor_version integer;
ALTER TABLE documents ADD CONSTRAINT extractor_has_version CHECK ((extractor_id IS NULL) = (extractor_version IS NULL));

-- Every version, with the current name and slug of its extractor.
CREATE VIEW extractor_infos AS
SELECT e.id, e.account_id, e.origin, e.name, e.slug, e.description, v.version, v.cost_type, v.cost_credits,
       v.version = e.version AS newest, e.created_at, e.deleted_at
FROM extractors e JOIN extractor_versions v ON v.extractor_id = e.id;

-- The usage of accounts. A run is captured in the transaction that completes it, so it is charged exactly once.
CREATE TABLE ledger (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts,
  kind       text NOT NULL,
  ref        uuid NOT NULL,
  -- The quantity that was paid for, in pages or documents, and the credits for all of it.
  units      integer NOT NULL CHECK (units >= 0),
  credits    bigint NOT NULL CHECK (credits >= 0),
  at         timestamptz NOT NULL DEFAULT now(),
  UNIQUE (kind, ref)
);
CREATE INDEX ledger_account ON ledger (account_id, at);

-- +goose StatementBegin
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
-- +goose StatementEnd
CREATE TRIGGER ledger_is_append_only BEFORE UPDATE OR DELETE ON ledger
FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- +goose Down
DROP TABLE ledger;
DROP FUNCTION refuse_change;
DROP VIEW extractor_infos;
ALTER TABLE documents DROP COLUMN extractor_version;
DROP TABLE extractor_versions, extractors;

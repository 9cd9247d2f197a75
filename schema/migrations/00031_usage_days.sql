-- The usage of accounts, by day in UTC and kind. It cannot be computed later: the ledger holds only work that costs
-- credits, and deleted documents have no rows. Work that an older build ends during an upgrade is missing here.

-- +goose Up
CREATE TABLE usage_days (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  day        date NOT NULL,
  kind       text NOT NULL CHECK (kind IN ('conversion', 'extraction', 'file', 'question')),
  runs       bigint NOT NULL CHECK (runs >= 0),
  pages      bigint NOT NULL CHECK (pages >= 0),
  PRIMARY KEY (account_id, day, kind)
);
INSERT INTO usage_days (account_id, day, kind, runs, pages)
SELECT account_id, (completed_at AT TIME ZONE 'UTC')::date,
       CASE WHEN extractor_id IS NULL THEN 'conversion' ELSE 'extraction' END, count(*), sum(coalesce(page_count, 0))
FROM documents WHERE status IN ('COMPLETED', 'EXPIRED') GROUP BY 1, 2, 3;
CREATE INDEX logins_used ON logins (account_id, used_at DESC, id DESC);

-- +goose Down
DROP INDEX logins_used;
DROP TABLE usage_days;

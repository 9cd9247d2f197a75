-- How long the audit log is kept. Only the owner of the tables sets it. The application can only trigger the removal of
-- entries older than that, so it cannot hide its recent actions.

-- +goose Up
CREATE TABLE audit_retention (
  one          boolean PRIMARY KEY DEFAULT true CHECK (one),
  keep_seconds bigint NOT NULL CHECK (keep_seconds > 0)
);

-- Looks at the next expired entries after a position, at most at_once of them, and removes those without a legal hold.
-- It runs with the owner's rights. seen is less than at_once when there are no more.
-- +goose StatementBegin
CREATE FUNCTION expire_audit(INOUT last_at timestamptz, INOUT last_id bigint, at_once integer, OUT seen integer, OUT removed integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  cutoff timestamptz;
  ids    bigint[];
  times  timestamptz[];
  owners uuid[];
BEGIN
  seen := 0;
  removed := 0;
  SELECT now() - make_interval(secs => r.keep_seconds) INTO cutoff FROM audit_retention r;
  IF cutoff IS NULL THEN
    RETURN;
  END IF;
  SELECT array_agg(p.id ORDER BY p.at, p.id), array_agg(p.at ORDER BY p.at, p.id), array_agg(DISTINCT p.account_id)
    INTO ids, times, owners
    FROM (SELECT l.id, l.at, l.account_id FROM audit_log l
          WHERE l.at < cutoff AND l.at >= last_at AND (l.at, l.id) > (last_at, last_id)
          ORDER BY l.at, l.id LIMIT least(greatest(at_once, 0), 10000)) p;
  seen := coalesce(cardinality(ids), 0);
  IF seen = 0 THEN
    RETURN;
  END IF;
  last_at := times[seen];
  last_id := ids[seen];
  -- As every deletion does: a hold waits for this one, or this one sees it.
  PERFORM 1 FROM accounts a WHERE a.id = ANY (owners) ORDER BY a.id FOR SHARE;
  DELETE FROM audit_log l WHERE l.id = ANY (ids)
    AND NOT EXISTS (SELECT FROM accounts a WHERE a.id = l.account_id AND a.held_at IS NOT NULL)
    AND NOT EXISTS (SELECT FROM collections c WHERE c.account_id = l.account_id AND c.held_at IS NOT NULL);
  GET DIAGNOSTICS removed = ROW_COUNT;
END
$$;
-- +goose StatementEnd
REVOKE ALL ON FUNCTION expire_audit FROM PUBLIC;

-- +goose Down
DROP FUNCTION expire_audit;
DROP TABLE audit_retention;

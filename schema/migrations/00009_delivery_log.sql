-- +goose Up
-- Ended deliveries by age, for their removal.
CREATE INDEX deliveries_ended ON deliveries (touched_at) WHERE status <> 'pending';

-- +goose Down
DROP INDEX deliveries_ended;

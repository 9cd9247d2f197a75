-- +goose Up
-- For removing ended deliveries by age.
CREATE INDEX deliveries_ended ON deliveries (touched_at) WHERE status <> 'pending';

-- +goose Down
DROP INDEX deliveries_ended;

#!/usr/bin/env bash
# Prints the benchmarks of collections: pages indexed per second without an embedding model, a search, filling the
# embedded index from the database, and a thousand one-page files at concurrency 16. It never fails because of a time.
set -euo pipefail
cd "$(dirname "$0")/.."
go build -o bin/with-postgres ./internal/pgcluster/with-postgres
bin/with-postgres go test -run '^$' -bench . -benchtime 5x ./activities
cd cmd/quire-dev
go test -run '^$' -bench ThousandFiles -benchtime 1x .

#!/usr/bin/env bash
# Runs every test with the race detector, and then, without it and two packages at a time, the tests that compare
# processor times, which count the work of their own process only. One private PostgreSQL serves the whole run; each test
# has its own database. DWARF is left out of the test binaries, and 'go vet' is left to 'make lint', because 140 of each
# take minutes.
set -euo pipefail
cd "$(dirname "$0")/.."
[[ -n ${QUIRE_TEST_S3_SERVER:-} ]] || echo "QUIRE_TEST_S3_SERVER does not name versitygw: the S3 tests are skipped unless it is on the path ('make test' installs it)" >&2
export QUIRE_TEST_BIN="$PWD/bin"
go build -o bin/with-postgres ./internal/pgcluster/with-postgres
bin/with-postgres bash -c '
  set -euo pipefail
  go test -race -vet=off -ldflags=-w -timeout 15m ./...
  go test ./internal/convert/sandbox # memory use differs under the race detector
  git ls-files "*growth_test.go" | xargs -n1 dirname | sort -u | sed "s|^|./|" | xargs go test -p 2 -timeout 15m -run "^TestGrowth"
  (cd clients/go && go test -race -count=1 ./...)

  # Both of these wait for other processes more than they compute.
  report=$(mktemp)
  (cd deploy/check && nice go test -timeout 20m -count=1 ./...) >"$report" 2>&1 & # the cache does not see files outside the module
  deployment=$!
  status=0
  (cd cmd/quire-dev && go test -vet=off -ldflags=-w -timeout 30m -parallel 3 ./...) || status=$?
  wait "$deployment" || status=$?
  cat "$report"
  exit "$status"
'

# A short round of load and faults in each way of running. It prints its seed, so that it can be repeated.
go build -o bin/campaign ./bench/campaign
bin/campaign -rounds 2 -stay 1 -seconds 20

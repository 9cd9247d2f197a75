#!/usr/bin/env bash
# Runs every test with the race detector, and then, without it and two packages at a time, the tests that compare
# processor times, which count only the work of their own process. One private PostgreSQL serves the whole run; each test
# has its own database. The test binaries have no DWARF, and 'go vet' runs in 'make lint' instead, because both take
# minutes for 140 packages.
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

  # These two run at the same time because they mostly wait for other processes.
  report=$(mktemp)
  (cd deploy/check && nice go test -timeout 20m -count=1 ./...) >"$report" 2>&1 & # the test cache does not track files outside the module
  deployment=$!
  status=0
  (cd cmd/quire-dev && go test -vet=off -ldflags=-w -timeout 30m -parallel 3 ./...) || status=$?
  wait "$deployment" || status=$?
  cat "$report"
  exit "$status"
'

# A short round of load and faults in each mode of operation. It prints its seed, so that a failure can be repeated.
go build -o bin/campaign ./bench/campaign
bin/campaign -rounds 2 -stay 1 -seconds 20

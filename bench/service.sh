#!/usr/bin/env bash
# Prints the benchmarks of the service (the real binary; the machine should be idle) and of the converter. It never fails
# because of a time.
set -euo pipefail
cd "$(dirname "$0")/.."
go test -run "^$" -bench . -benchtime 50x ./api/...
go test -run "^$" -bench . -benchtime 2s ./internal/convert/...
cd cmd/quire-dev
go test -run '^$' -bench 'OnePage|StreamedAnswer' -benchtime 40x .
go test -run '^$' -bench 'TwoHundred|LongDocument' -benchtime 1x .

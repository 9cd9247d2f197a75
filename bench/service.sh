#!/usr/bin/env bash
# Prints the benchmarks of the service (the real binary, idle machine) and of the converter. Nothing asserts a time.
set -euo pipefail
cd "$(dirname "$0")/.."
go test -run "^$" -bench . -benchtime 50x ./api/...
go test -run "^$" -bench . -benchtime 2s ./internal/convert/...
cd cmd/quire-dev
go test -run '^$' -bench 'OnePage|StreamedAnswer' -benchtime 40x .
go test -run '^$' -bench 'TwoHundred|LongDocument' -benchtime 1x .

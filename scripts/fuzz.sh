#!/usr/bin/env bash
# Fuzzes every target of the repository for the given time each (default ten seconds); "list" names them.
set -euo pipefail
cd "$(dirname "$0")/.."
time="${1:-10s}"
targets() {
  grep -rHo --include='*_test.go' '^func Fuzz[A-Za-z0-9_]*' . | sed -E 's|/[^/]*_test\.go:func | |' | sort -u
}
if [ "$time" = list ]; then
  targets
  exit
fi
while read -r package target; do
  echo "== $package $target"
  go test -run '^$' -fuzz "^$target\$" -fuzztime "$time" -fuzzminimizetime 1s "$package" </dev/null
done < <(targets)

#!/usr/bin/env bash
# Fuzzes each target in the repository for the given time (default: ten seconds); "list" only lists them.
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

# Random inputs: doubling their size must at most double the work.
echo "== TestGrowthOfComposed"
grep -rlE --include='*_test.go' '^func TestGrowthOfComposed' . | xargs -n1 dirname | sort -u |
  xargs -n1 -I{} go test -count=1 -run '^TestGrowthOfComposed' {} -args -rapid.seed=$RANDOM

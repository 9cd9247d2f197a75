#!/usr/bin/env bash
# Runs Quire as a cluster on this machine (three APIs, two workers, Temporal on PostgreSQL, VersityGW) with DOCUMENTS
# documents while its processes are killed in turn, and plots the memory of every process. Then it upgrades from the build
# of PREVIOUS and goes back, both under load, and measures pages per second with one and two workers.
set -euo pipefail
cd "$(dirname "$0")/.."
: "${PREVIOUS:?a commit or tag: the build from which to upgrade}" "${DOCUMENTS:=5000}"
out=$PWD/bench-out/replicas
previous=$(mktemp -d)
trap 'git worktree remove --force "$previous/tree"; rm -rf "$previous"' EXIT
git worktree add --quiet --detach "$previous/tree" "$PREVIOUS"
(cd "$previous/tree" && go build -o "$previous/quire" ./cmd/quire)
mkdir -p "$out"
cd cmd/quire-dev
QUIRE_TEST_REPLICA_DOCUMENTS=$DOCUMENTS QUIRE_TEST_MEMORY_PLOT=$out/memory.svg \
	go test -count=1 -v -timeout 60m -run TestRepliesAndStreamsSurviveTheEndOfEveryReplica . | tee "$out/replicas.txt"
QUIRE_TEST_PREVIOUS=$previous/quire go test -count=1 -v -timeout 20m -run TestUpgradeUnderLoadGoesBothWays . | tee "$out/upgrade.txt"
go test -run '^$' -bench '^BenchmarkWorkers$' -benchtime 1x -timeout 20m . | tee "$out/workers.txt"

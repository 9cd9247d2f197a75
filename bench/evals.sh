#!/usr/bin/env bash
# Runs pageqa and unrelated questions through the evaluations of a service, as a user would, and prints what users see.
# CORPUS holds pageqa/. It starts its own service unless QUIRE_SERVER and QUIRE_API_KEY name a running one, in which case
# it also compares the result with the last run there.
set -euo pipefail
cd "$(dirname "$0")/.."
corpus=${CORPUS:-../shared/corpus}
work=$(mktemp -d)
chmod 755 "$work"
pid=
: > "$work/greeting"
trap '[[ -z $pid ]] || { kill -INT "$pid"; wait "$pid" || true; }; rm -rf "$work"' EXIT

if [[ -z ${QUIRE_SERVER:-} ]]; then
	port=${PORT:-18480}
	QUIRE_DATA_DIR=$work/data QUIRE_LISTEN=127.0.0.1:$port QUIRE_TEMPORAL_PORT=$((port + 1)) QUIRE_TEMPORAL_UI_PORT=$((port + 2)) \
		bin/quire-dev > "$work/greeting" 2> "$work/log" &
	pid=$!
	until grep -q '^Ctrl-C' "$work/greeting"; do
		kill -0 "$pid" || { tail "$work/log" >&2; exit 1; }
		sleep 0.5
	done
	export QUIRE_SERVER=http://127.0.0.1:$port
	QUIRE_API_KEY=$(awk '$1 == "API" && $2 == "key" { print $3 }' "$work/greeting")
	export QUIRE_API_KEY
fi
go run ./bench/evals -corpus "$corpus" -cases "$work/cases.jsonl"
bin/quire eval list | grep -q '^pageqa ' || bin/quire eval create pageqa -c pageqa
bin/quire eval import pageqa "$work/cases.jsonl"
bin/quire eval run pageqa --note "${NOTE:-$(git rev-parse --short HEAD)}"

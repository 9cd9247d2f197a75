#!/usr/bin/env bash
# Checks the workspace's TypeScript and builds web/dist. With --check it builds into a temporary directory and compares
# the result with the committed bundle. Without Node it cannot build, says so, and succeeds.
set -euo pipefail
cd "$(dirname "$0")/../web"

if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
	echo "Node is not installed: web/dist was not compared with its sources" >&2
	[[ ${1:-} == --check ]] && exit 0
	exit 1
fi
[[ node_modules/.package-lock.json -nt package-lock.json ]] || npm ci --ignore-scripts --no-audit --no-fund --silent
npm run --silent types >/dev/null
npm run --silent check
if [[ ${1:-} != --check ]]; then
	node build.mjs dist
	exit 0
fi
built=$(mktemp -d)
trap 'rm -rf "$built"' EXIT
node build.mjs "$built"
diff -rq dist "$built" || { echo "web/dist is out of date: run 'make web' and commit the result" >&2; exit 1; }

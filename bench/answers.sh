#!/usr/bin/env bash
# Scores the citations of answers produced without a model: CORPUS holds pageqa/ (PDFs, and questions with the pages
# containing their evidence). SCORER (a directory with eval_pages.py) scores them, with confidence intervals. Then it
# measures what a reader that makes no mistakes could find in the prompts for a model, and at which step the pages that
# answers without a model should cite are lost.
set -euo pipefail
cd "$(dirname "$0")/.."
corpus=${CORPUS:-../shared/corpus}
scorer=${SCORER:-../shared/tools}

if [[ ! -d $corpus/pageqa || ! -f $scorer/eval_pages.py ]]; then
	echo "no pageqa in $corpus or no eval_pages.py in $scorer: set CORPUS and SCORER" >&2
	exit 1
fi
answers=$(mktemp)
trap 'rm -f "$answers"' EXIT
go run ./bench/retrieval -corpus "$corpus" -vectors "${VECTORS:-}" -model "${MODEL:-}" -answers "$answers"
python3 "$scorer/eval_pages.py" "$answers" --pageqa "$corpus/pageqa"
go run ./bench/retrieval -corpus "$corpus" -vectors "${VECTORS:-}" -model "${MODEL:-}" -quality
go run ./bench/retrieval -corpus "$corpus" -vectors "${VECTORS:-}" -model "${MODEL:-}" -ceiling
go run ./bench/retrieval -corpus "$corpus" -vectors "${VECTORS:-}" -model "${MODEL:-}" -decompose

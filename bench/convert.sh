#!/usr/bin/env bash
# Scores the converter on public sets: CORPUS holds convert/ and tables/, each with pdf/, truth/ and ids.txt.
# SCORER (a directory with score.py) scores the Markdown; the results stay in bench-out/.
# The truth of these sets keeps running heads and has no page separators, so the converter does the same here.
set -euo pipefail
cd "$(dirname "$0")/.."
corpus=${CORPUS:-../shared/corpus}
scorer=${SCORER:-../shared/tools}
quire=${QUIRE:-bin/quire}
out=${OUT:-bench-out}

if [[ ! -d $corpus/convert/pdf || ! -f $scorer/score.py ]]; then
	echo "no test set in $corpus or no score.py in $scorer: set CORPUS and SCORER" >&2
	exit 1
fi
# The very first start compiles PDFium, which must not count towards a page's time.
"$quire" convert internal/convert/testdata/samples/report.pdf >/dev/null

for set in convert tables; do
	rm -rf "${out:?}/$set"
	echo "== $set"
	"$quire" convert --parallel 1 --keep-headers-footers --no-separator --out "$out/$set" "$corpus/$set"/pdf/*.pdf ||
		echo "some files of $set failed: they are scored as empty" >&2
	python3 "$scorer/score.py" "$out/$set" --gt "$corpus/$set/truth" --ids "$corpus/$set/ids.txt" --csv "$out/$set.csv"
done

#!/usr/bin/env bash
# Runs the converters that need no model either, LiteParse and pdf-inspector, on the same files as Quire and prints
# their scores beside its own. PEERS is a directory with their npm packages (make bench-peers installs them there).
# None of the three reads pictures; running heads are kept where there is a choice, as in the truth.
set -euo pipefail
cd "$(dirname "$0")/.."
corpus=${CORPUS:-../shared/corpus}
scorer=${SCORER:-../shared/tools}
quire=${QUIRE:-bin/quire}
out=${OUT:-bench-out/peers}
bin=${PEERS:?set PEERS to the directory with the npm packages}/node_modules/.bin

if [[ ! -d $corpus/convert/pdf || ! -f $scorer/score.py ]]; then
	echo "no test set in $corpus or no score.py in $scorer: set CORPUS and SCORER" >&2
	exit 1
fi

run() { # NAME SET: the Markdown of every file; a file that fails scores as empty
	local target=$out/$1/$2
	mkdir -p "$target"
	if [[ $1 == quire ]]; then
		"$quire" convert --parallel 1 --skip-images --keep-headers-footers --no-separator --out "$target" "$corpus/$2"/pdf/*.pdf ||
			echo "quire: some files of $2 failed" >&2
		return
	fi
	for file in "$corpus/$2"/pdf/*.pdf; do
		result=$target/$(basename "$file" .pdf).md
		case $1 in
		liteparse) "$bin/lit" parse -q --format markdown --image-mode off --keep-headers-footers --no-ocr "$file" >"$result" ;;
		pdf-inspector) "$bin/pdf-inspector" "$file" >"$result" ;;
		esac 2>/dev/null || echo "$1: $file failed" >&2
	done
}

score() { python3 "$scorer/score.py" "$out/$1/$2" --gt "$corpus/$2/truth" --ids "$corpus/$2/ids.txt"; }

# The truth of tables/ is tables only: what is converted around them is no mistake, so that TEDS is what counts there.
metric() { [[ $1 == tables ]] && echo TEDS || echo overall_mean; }

figure() { awk -v name="$1" '{ for (i = 1; i < NF; i++) if ($i == name) { print $(i + 1); exit } }' "$2"; }

rm -rf "${out:?}"
for set in convert tables; do
	for name in quire liteparse pdf-inspector; do
		start=$(date +%s.%N)
		run "$name" "$set"
		echo "== $set $name $(date +%s.%N | awk -v start="$start" '{ printf "%.1f s", $1 - start }')"
		score "$name" "$set" | tee "$out/$name/$set.txt"
	done
	for name in liteparse pdf-inspector; do
		metric=$(metric "$set")
		awk -v ours="$(figure "$metric" "$out/quire/$set.txt")" -v theirs="$(figure "$metric" "$out/$name/$set.txt")" \
			-v name="$name" -v set="$set" -v metric="$metric" \
			'BEGIN { printf "%s %s: quire / %s = %.4f / %.4f = %.3f\n", set, metric, name, ours, theirs, (theirs > 0 ? ours / theirs : 0) }'
	done
done

#!/usr/bin/env bash
# Runs LiteParse, pdf-inspector and unpdf, which need no model either, on the same files as Quire, one after another, and
# prints their scores and processor time per page next to Quire's own. PEERS is a directory with their packages (make
# bench-peers installs them there). None of them reads pictures or scans, so tesseract is hidden from Quire here. Running
# heads are kept where there is a choice, as in the truth. Every engine converts a whole set in one process, and its start
# counts; "page" is a process for one page. All engines are timed before any is scored, so that the times are comparable.
set -euo pipefail
cd "$(dirname "$0")/.."
corpus=${CORPUS:-../shared/corpus}
scorer=${SCORER:-../shared/tools}
quire=${QUIRE:-bin/quire-convert}
out=${OUT:-bench-out/peers}
peers=${PEERS:?set PEERS to the directory with the packages of the others}
python=$peers/python/bin/python
others=(liteparse pdf-inspector unpdf)

if [[ ! -d $corpus/convert/pdf || ! -f $scorer/score.py ]]; then
	echo "no test set in $corpus or no score.py in $scorer: set CORPUS and SCORER" >&2
	exit 1
fi

convert() { # NAME TARGET FILE...: converts every file; a file that fails is scored as empty
	local name=$1 target=$2
	shift 2
	case $name in
	quire) PATH=/nowhere "$quire" --parallel 1 --skip-images --keep-headers-footers --no-separator --pages 1-100000 --out "$target" "$@" ;; # --pages keeps the output of each file in one file
	unpdf) "$python" bench/peers/convert.py convert "$target" "$@" ;;
	*) node bench/peers/convert.mjs "$(realpath "$peers")" "$name" "$target" "$@" ;;
	esac 2>"$target.log" || echo "$name: some files failed" >&2
}

# run NAME TARGET FILE...: converts, and prints the processor time in seconds of the engine and its children
run() {
	local TIMEFORMAT='%U %S'
	mkdir -p "$2"
	{ time convert "$@" >/dev/null 2>>"$out/failures"; } 2>&1 | awk '{ print $1 + $2 }'
}

score() { python3 "$scorer/score.py" "$out/$1/$2" --gt "$corpus/$2/truth" --ids "$corpus/$2/ids.txt"; }

# The truth of tables/ contains only tables. Converting the text around them is not a mistake, so TEDS counts there.
metric() { [[ $1 == tables ]] && echo TEDS || echo overall_mean; }

figure() { awk -v name="$1" '{ for (i = 1; i < NF; i++) if ($i == name) { print $(i + 1); exit } }' "$2"; }

# line SET NAME PAGES SECONDS OURS
line() {
	awk -v set="$1" -v name="$2" -v pages="$3" -v seconds="$4" -v ours="$5" \
		'BEGIN { printf "%-8s %-14s %6d %10.1f %10.2f\n", set, name, pages, 1000 * seconds / pages, (seconds > 0 ? ours / seconds : 0) }'
}

rm -rf "${out:?}"
mkdir -p "$out"
quire=$(realpath "$quire")
printf "%-8s %-14s %6s %10s %10s\n" set engine pages "ms a page" "quire /"
report=$("$python" bench/peers/convert.py longest "$corpus"/pageqa/pdfs/*.pdf)
for set in convert tables report page; do
	case $set in
	report) files=("$report") ;;
	page) files=("$corpus"/convert/pdf/*.pdf) files=("${files[0]}") ;;
	*) files=("$corpus/$set"/pdf/*.pdf) ;;
	esac
	pages=$("$python" bench/peers/convert.py pages "${files[@]}")
	for name in quire "${others[@]}"; do
		seconds=$(run "$name" "$out/$name/$set" "${files[@]}")
		[[ $name == quire ]] && ours=$seconds
		line "$set" "$name" "$pages" "$seconds" "$ours"
	done
done
for set in convert tables; do
	for name in quire "${others[@]}"; do
		score "$name" "$set" >"$out/$name/$set.txt"
		printf "%-8s %-14s %s %s\n" "$set" "$name" "$(metric "$set")" "$(figure "$(metric "$set")" "$out/$name/$set.txt")"
	done
done

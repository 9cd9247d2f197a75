#!/usr/bin/env bash
# Scores the converter, by family, on generated pages whose Markdown is known (see bench/pages). SCORER (a directory with
# score.py) scores the Markdown after normalising matters of taste: quotes, dashes, emphasis, escapes, leaders, and the
# characters for check boxes.
#
# There are two sets of seeds. The development set may be looked at: its pages, truth and Markdown stay in
# bench-out/pages. The held-out set shows whether a rule holds elsewhere: only its scores are looked at, never its pages,
# which are removed after scoring. If a held-out page has been seen, raise HELD_OUT to get new ones.
#
# COUNT is the number of documents of every family in each set. ONLY is a prefix of the names of the families to measure.
# SETS names the sets. The converter drops running heads because the truth has none.
set -euo pipefail
cd "$(dirname "$0")/.."
scorer=${SCORER:-../shared/tools}
quire=${QUIRE:-bin/quire}
out=${OUT:-bench-out/pages}
count=${COUNT:-6}
held_out=${HELD_OUT:-100001}
taste='s/([.·…_] ?){4,}/ /g; s/☐|□/[ ]/g; s/☒|☑/[x]/g'

if [[ ! -f $scorer/score.py ]]; then
	echo "no score.py in $scorer: set SCORER" >&2
	exit 1
fi
# bench/pages/look.go names these fonts. Without them the same pages look different.
packages=(chromium fonts-liberation2 fonts-noto-core fonts-wqy-zenhei fonts-roboto fonts-lato fonts-ebgaramond fonts-open-sans
	fonts-linuxlibertine fonts-crosextra-carlito fonts-crosextra-caladea fonts-dejavu)
install() {
	[[ $(id -u) -eq 0 ]] && command -v apt-get >/dev/null && apt-get update -qq &&
		DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${packages[@]}" >&2
}
if ! command -v chromium >/dev/null && ! install; then
	echo "generated pages are left out: no chromium here, and it cannot be installed (Debian: ${packages[*]})" >&2
	exit 0
fi

measure() { # TITLE DIR MARKDOWN [IDS]
	sed -i -E "$taste" "$3"/*.md
	python3 "$scorer/score.py" "$3" --gt "$2/truth" --lenient --csv "$3.csv" ${4:+--ids "$4"} >/dev/null
	echo "== $1"
	bin/pages report -out "$2" -got "$3" -csv "$3.csv"
}

score() { # NAME FIRST-SEED
	local dir=$out/$1
	rm -rf "$dir"
	bin/pages make -out "$dir" -from "$2" -count "$count" ${ONLY:+-only "$ONLY"}
	# The converter's messages about single pages go to a file, because nobody should read those about held-out pages.
	"$quire" convert --parallel 1 --no-separator --out "$dir/quire" "$dir"/pdf/*.pdf 2>"$dir/quire.log" ||
		echo "some files failed: they score as empty" >&2
	measure "$1" "$dir" "$dir/quire"
	baseline "$1" "$dir"
}

baseline() { # NAME DIR: tesseract alone on the scans
	local image ids=$2/scans.txt
	if ! command -v tesseract >/dev/null; then
		echo "the baseline is left out: no tesseract" >&2
		return
	fi
	mkdir -p "$2/tesseract"
	for image in "$2"/image/*.png; do
		[[ -e $image ]] || return 0
		OMP_THREAD_LIMIT=1 tesseract "$image" - --dpi 200 2>/dev/null | tr -d '\f' >>"$2/tesseract/$(basename "$image" | sed -E 's/-[0-9]+\.png$//').md"
	done
	(cd "$2/tesseract" && printf '%s\n' *.md | sed 's/\.md$//') >"$ids"
	measure "$1, tesseract alone" "$2" "$2/tesseract" "$ids"
}

mkdir -p "$out" bin
go build -o bin/pages ./bench/pages
for set in ${SETS:-development held-out}; do
	case $set in
	development) score development 1 ;;
	held-out)
		score held-out "$held_out"
		rm -rf "$out/held-out"
		;;
	esac
done

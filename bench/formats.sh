#!/usr/bin/env bash
# Compares how many words of office documents, web pages and mail are kept by Quire, by markitdown, and by docling's
# readers, which need no models for these formats (make bench-formats installs both in PEERS). The files are public ones
# from the corpus, mails that bench/formats builds around them, and the same documents saved by LibreOffice, if it is
# installed, in the formats used before 2007. Outlook messages are left out because nothing here can write them.
#
# The words of a file come from its own markup, read by bench/formats/words.py: paragraphs, cells and footnotes, without
# running heads, comments and hidden text of web pages. Recall is the share of these words that the Markdown has; a word
# that occurs several times counts each time.
set -euo pipefail
cd "$(dirname "$0")/.."
corpus=${CORPUS:-../shared/corpus}
quire=${QUIRE:-bin/quire}
out=$(realpath -m "${OUT:-bench-out/formats}")
peers=${PEERS:?set PEERS to a directory with bin/markitdown}

if [[ ! -d $corpus/office || ! -d $corpus/docx ]]; then
	echo "no documents in $corpus: set CORPUS" >&2
	exit 1
fi
rm -rf "${out:?}"
mkdir -p "$out/files"
python3 bench/formats/words.py make "$corpus" "$out/files"

# old EXTENSION FROM: saves all documents of format FROM in the older format EXTENSION
old() {
	local file name
	mapfile -t sources < <(ls "$out"/files/*."$2")
	soffice -env:UserInstallation="file://$out/profile" --headless --convert-to "$1" --outdir "$out/old" "${sources[@]}" >/dev/null 2>&1 || true
	for file in "${sources[@]}"; do
		name=$(basename "$file" ".$2")
		[[ -e $out/old/$name.$1 ]] || continue
		mv "$out/old/$name.$1" "$out/files/$1-${name#*-}.$1"
		cp "$file.words" "$out/files/$1-${name#*-}.$1.words"
	done
}
if command -v soffice >/dev/null; then
	old doc docx
	old xls xlsx
	rm -rf "$out/profile" "$out/old"
else
	echo "doc and xls are left out: LibreOffice is not installed" >&2
fi

files=()
for file in "$out"/files/*; do [[ $file == *.words ]] || files+=("$file"); done

run() { # NAME: converts every file in one process; a file that fails has no Markdown
	mkdir -p "$out/$1"
	case $1 in
	quire) "$quire" convert --skip-images --no-separator --pages 1-9999 --out "$out/quire" "${files[@]}" || true ;; # --pages keeps the output of each file in one file
	markitdown | docling) "$peers/bin/python" bench/formats/words.py "$1" "$out/$1" "${files[@]}" ;;
	esac 2>"$out/$1.log"
}

names=(quire)
for name in markitdown docling; do
	if [[ -x $peers/bin/$name ]]; then names+=("$name"); else echo "$name is left out: it is not installed in $peers" >&2; fi
done
for name in "${names[@]}"; do run "$name"; done
python3 bench/formats/words.py score "$out" "${names[@]}"

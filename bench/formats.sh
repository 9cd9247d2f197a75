#!/usr/bin/env bash
# Compares how many of the words of office documents, web pages and mail Quire and other converters keep: markitdown, and
# docling's readers, which need no models for these formats (make bench-formats installs both in PEERS). The files are public ones of the corpus, mails that bench/formats makes around them, and
# the same documents saved by LibreOffice in the formats before 2007, where it is installed. Messages of Outlook are left
# out: nothing here writes them.
#
# The words of a file come from its own markup, read by bench/formats/words.py: paragraphs, cells and footnotes, without
# running heads, comments and what a page hides. Recall is the share of them that the Markdown has, each as often as it
# occurs.
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

# old EXTENSION FROM: saves the documents of a kind in the format before
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

run() { # NAME: the Markdown of every file, in one process; a file that fails has none
	mkdir -p "$out/$1"
	case $1 in
	quire) "$quire" convert --skip-images --no-separator --pages 1-9999 --out "$out/quire" "${files[@]}" || true ;; # with pages, one file each
	markitdown | docling) "$peers/bin/python" bench/formats/words.py "$1" "$out/$1" "${files[@]}" ;;
	esac 2>"$out/$1.log"
}

names=(quire)
for name in markitdown docling; do
	if [[ -x $peers/bin/$name ]]; then names+=("$name"); else echo "$name is left out: it is not installed in $peers" >&2; fi
done
for name in "${names[@]}"; do run "$name"; done
python3 bench/formats/words.py score "$out" "${names[@]}"

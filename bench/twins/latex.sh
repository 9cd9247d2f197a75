#!/usr/bin/env bash
# Makes a web page of a LaTeX document with TeX4ht, which lets TeX itself interpret the document.
# Packages that are not installed are taken for empty: what their commands would have written is missing then, and pages
# that miss much are refused later.
#
#	bench/twins/latex.sh DOCUMENT.tex PAGE.html
set -uo pipefail
document=$(realpath "$1")
page=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$(dirname "$document")/." "$work"
cd "$work" || exit 1
file=$(basename "$document")
name=${file%.*}
options=(-m draft)
grep -qE 'fontspec|xeCJK|ctex|polyglossia' "$file" && options+=(-l)

# "Today" is the day on which the PDF was made.
made=$(pdfinfo -isodates "${document%.*}.pdf" 2>/dev/null | sed -n 's/^CreationDate: *//p')
[[ -z $made ]] || export FORCE_SOURCE_DATE=1 SOURCE_DATE_EPOCH="$(date -d "$made" +%s)"

run() { timeout 25 make4ht "${options[@]}" "$@" "$file" html5,mathml,fn-in,NoFonts </dev/null >/dev/null 2>&1; }

# The first run writes the numbers of sections and references, which the last one reads.
for _ in 1 2 3 4 5; do
	run -n
	missing=$(grep -aoP "LaTeX Error: File .\K[A-Za-z0-9_-]+\.sty(?=' not found)" "$name.log" | head -1)
	[[ -n $missing ]] || break
	: >"$missing"
done
rm -f "$name.html"
run
# What the first run writes cannot always be read back where packages are missing: then references stay question marks.
if [[ ! -s $name.html ]]; then
	rm -f "$name".{aux,toc,lof,lot,out,4tc,4ct,xref,tmp}
	run
fi
[[ -s $name.html ]] && cp "$name.html" "$page"

#!/usr/bin/env bash
# Prints a document, in the JSON of pandoc, with a template: print.sh TEMPLATE DOCUMENT.json PRINT.pdf
# FONTS is a directory with fonts, which nothing but these prints uses.
set -euo pipefail
template=$1 document=$2 print=$3
here=$(cd "$(dirname "$0")/templates" && pwd)
work=$(dirname "$print")
export XDG_CACHE_HOME=$work/cache HOME=$work FONTCONFIG_FILE=$FONTS/fonts.conf OSFONTDIR=$FONTS
# Prints of one document are the same at any time.
export SOURCE_DATE_EPOCH=1700000000

pdf() { pandoc -f json "$document" "$@"; }

web() { # STYLE
	{
		echo '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><style>'
		cat "$here/$1.css"
		echo '</style></head><body>'
		pdf -t html5 --syntax-highlighting=none
		echo '</body></html>'
	} >"$work/page.html"
}

latex() { # OPTION ...
	pdf -s -t latex --syntax-highlighting=none "$@" -o "$work/print.tex"
	(cd "$work" && HOME=$LATEX_HOME lualatex -interaction=batchmode print.tex && HOME=$LATEX_HOME lualatex -interaction=batchmode print.tex) >/dev/null
}

writer() { # FORMAT
	pdf -s -t "$1" --syntax-highlighting=none -o "$work/print.$1"
	soffice --headless --norestore "-env:UserInstallation=file://$WRITER_PROFILE" --convert-to \
		'pdf:writer_pdf_Export:{"UseTaggedPDF":{"type":"boolean","value":"false"},"ExportBookmarks":{"type":"boolean","value":"false"}}' \
		--outdir "$work" "$work/print.$1" >/dev/null
}

case $template in
typst-*)
	{
		cat "$here/$template.typ"
		echo '#set smartquote(enabled: false)
#show figure: set block(breakable: true)
#let horizontalrule = line(length: 100%)'
		pdf -t typst
	} >"$work/print.typ"
	python3 -c 'import sys, typst; typst.compile(sys.argv[1], output=sys.argv[2], font_paths=[sys.argv[3]], pdf_tags=False)' "$work/print.typ" "$print" "$FONTS"
	;;
weasy-*) web "$template" && weasyprint -q "$work/page.html" "$print" ;;
wk-github) web "$template" && wkhtmltopdf -q --no-outline "$work/page.html" "$print" ;;
wk-plain) web "$template" && wkhtmltopdf -q --no-outline -s Letter --footer-center '[page]' --header-left '[title]' "$work/page.html" "$print" ;;
chromium-*)
	web "$template"
	chromium --headless --no-sandbox --disable-gpu --disable-pdf-tagging --no-pdf-header-footer --user-data-dir="$work/profile" \
		--print-to-pdf="$print" "file://$work/page.html" >/dev/null
	;;
groff-ms) pdf -s -t ms --syntax-highlighting=none | groff -k -t -ms -Tpdf -P-pa4 >"$print" ;;
groff-small) pdf -s -t ms --syntax-highlighting=none | sed '/^\.nr PS /s/[0-9]*$/8/' | groff -k -t -ms -Tpdf -P-pletter >"$print" ;;
rst2pdf) pdf -t rst --syntax-highlighting=none >"$work/print.rst" && rst2pdf -q "$work/print.rst" -o "$print" ;;
rst2pdf-columns) pdf -t rst --syntax-highlighting=none >"$work/print.rst" && rst2pdf -q -s "$here/rst2pdf-columns.yaml" "$work/print.rst" -o "$print" ;;
koma-numbered) latex -N -V documentclass=scrartcl -V papersize=a4 -V mainfont=Carlito -V monofont='DejaVu Sans Mono' -V monofontoptions=Scale=0.8 ;;
memoir) latex -V documentclass=memoir -V header-includes='\maxsecnumdepth{book}\setsecnumdepth{book}' -V classoption=article,oneside -V papersize=a5 -V mainfont='Linux Libertine O' -V monofontoptions=Scale=0.8 -V geometry=margin=18mm ;;
writer-odt) writer odt ;;
writer-docx) writer docx ;;
xhtml2pdf) web "$template" && xhtml2pdf -q "$work/page.html" "$print" >/dev/null ;;
story)
	web "$template"
	python3 -c 'import sys, pymupdf
story = pymupdf.Story(open(sys.argv[1]).read())
writer, box = pymupdf.DocumentWriter(sys.argv[2]), pymupdf.paper_rect("a4")
more = True
while more:
    device = writer.begin_page(box)
    more, _ = story.place(box + (50, 60, -50, -60))
    story.draw(device)
    writer.end_page()
writer.close()' "$work/page.html" "$print"
	;;
fop)
	pdf -s -t docbook4 --syntax-highlighting=none | xsltproc --nonet --stringparam generate.toc "" --stringparam paper.type A4 \
		/usr/share/xml/docbook/stylesheet/docbook-xsl/fo/docbook.xsl - >"$work/print.fo" 2>/dev/null
	fop -q "$work/print.fo" "$print" 2>/dev/null
	;;
*) echo "no such template: $template" >&2 && exit 1 ;;
esac

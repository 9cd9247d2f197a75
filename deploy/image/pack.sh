#!/usr/bin/env bash
# Packs every directory in DIST as a reproducible .tar.gz, without times, paths or owners of the machine that packs it,
# and writes their checksums: deploy/image/pack.sh dist
set -euo pipefail
cd "$1"
for directory in */; do
	name=${directory%/}
	tar --create --sort=name --owner=0 --group=0 --numeric-owner --mode='u+rwX,go=rX' \
		--mtime="@${SOURCE_DATE_EPOCH:-$(git show --no-patch --format=%ct)}" "$name" | gzip --no-name --best >"$name.tar.gz"
done
sha256sum -- *.tar.gz >SHA256SUMS

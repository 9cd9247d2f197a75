#!/bin/sh
# Installs the packages and creates the user, in the last stage of the Dockerfile, and removes everything that depends on
# the time of the build. The Dockerfile explains OCR_LANGUAGES, LIBREOFFICE and SNAPSHOT.
set -eu
export DEBIAN_FRONTEND=noninteractive

if [ -n "${SNAPSHOT:-}" ]; then
	for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.sources; do
		[ ! -f "$list" ] || sed -i "s,://deb.debian.org/\([a-z-]*\),://snapshot.debian.org/archive/\1/$SNAPSHOT," "$list"
	done
fi

# Package names have hyphens: chi_sim is in tesseract-ocr-chi-sim.
languages=$(echo "$OCR_LANGUAGES" | tr '+_' ' -' | sed 's/[^ ][^ ]*/tesseract-ocr-&/g')

# apt refuses the package lists of a snapshot because they have expired.
apt-get update ${SNAPSHOT:+-o Acquire::Check-Valid-Until=false}
# shellcheck disable=SC2086 # several packages
apt-get install -y --no-install-recommends tesseract-ocr ca-certificates $languages \
	${LIBREOFFICE:+libreoffice-writer libreoffice-calc libreoffice-impress}

useradd --system --uid 10001 --home-dir /var/lib/quire --create-home quire
install --directory --owner quire --mode 0700 /var/cache/quire

# Nothing needs the logs, caches and backup copies, and they would differ between two builds of the same packages.
rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/cache/debconf/*-old /var/cache/ldconfig/* /var/lib/dpkg/*-old
find /var/log -type f -delete

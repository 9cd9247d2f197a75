#!/bin/sh
# Prepares the system of the image, in the last stage of the Dockerfile: the packages, the user, and no trace of when it
# was done. It reads OCR_LANGUAGES, LIBREOFFICE and SNAPSHOT, which are explained there.
set -eu
export DEBIAN_FRONTEND=noninteractive

if [ -n "${SNAPSHOT:-}" ]; then
	for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.sources; do
		[ ! -f "$list" ] || sed -i "s,://deb.debian.org/\([a-z-]*\),://snapshot.debian.org/archive/\1/$SNAPSHOT," "$list"
	done
fi

# The package of chi_sim is called tesseract-ocr-chi-sim.
languages=$(echo "$OCR_LANGUAGES" | tr '+_' ' -' | sed 's/[^ ][^ ]*/tesseract-ocr-&/g')

# A snapshot's lists have expired; today's are renewed every few hours.
apt-get update ${SNAPSHOT:+-o Acquire::Check-Valid-Until=false}
# shellcheck disable=SC2086 # several packages
apt-get install -y --no-install-recommends tesseract-ocr ca-certificates $languages \
	${LIBREOFFICE:+libreoffice-writer libreoffice-calc libreoffice-impress}

useradd --system --uid 10001 --home-dir /var/lib/quire --create-home quire
install --directory --owner quire --mode 0700 /var/cache/quire

# Logs, caches and copies differ between two builds of the same packages, and nobody reads them.
rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/cache/debconf/*-old /var/cache/ldconfig/* /var/lib/dpkg/*-old
find /var/log -type f -delete

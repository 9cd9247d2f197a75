#!/usr/bin/env bash
# Installs PostgreSQL and tesseract, which Quire needs at run time, if they are missing. With --test it also installs zsh
# and debootstrap for the tests, and Chromium if it is available; without it the browser tests are skipped. Prints
# nothing if nothing is missing.
set -euo pipefail

has_postgres() {
	local bin
	for bin in /usr/lib/postgresql/*/bin /opt/homebrew/opt/postgresql*/bin /usr/local/opt/postgresql*/bin; do
		[[ -x $bin/initdb && -x $bin/postgres ]] && return 0
	done
	command -v initdb >/dev/null && [[ -x $(dirname "$(command -v initdb)")/postgres ]]
}

missing=()
has_postgres || missing+=(postgresql)
command -v tesseract >/dev/null || missing+=(tesseract)
if [[ ${1:-} == --test ]]; then
	command -v zsh >/dev/null || missing+=(zsh)
	# The test that runs the steps of the image with debootstrap needs root and Debian's packages.
	if [[ $(id -u) -eq 0 ]] && command -v apt-get >/dev/null; then command -v debootstrap >/dev/null || missing+=(debootstrap); fi
fi
[[ ${1:-} == --test ]] && ! command -v chromium chromium-browser google-chrome >/dev/null && wants_chromium=yes
[[ ${#missing[@]} -eq 0 && -z ${wants_chromium:-} ]] && exit 0
echo "installing: ${missing[*]} ${wants_chromium:+chromium}" >&2

as_root() {
	if [[ $(id -u) -eq 0 ]]; then
		"$@"
	elif command -v sudo >/dev/null; then
		sudo "$@"
	else
		echo "run as root: $*" >&2
		exit 1
	fi
}

if command -v apt-get >/dev/null; then
	packages=()
	for name in "${missing[@]}"; do
		[[ $name == tesseract ]] && name=tesseract-ocr
		packages+=("$name")
	done
	# Quire runs its own cluster, so the package must not create one.
	if [[ ! -e /etc/postgresql-common/createcluster.conf ]]; then
		as_root mkdir -p /etc/postgresql-common
		echo "create_main_cluster = false" | as_root tee /etc/postgresql-common/createcluster.conf >/dev/null
	fi
	as_root env DEBIAN_FRONTEND=noninteractive apt-get update -qq
	as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${packages[@]}" tesseract-ocr-eng >&2
	if [[ -n ${wants_chromium:-} ]]; then
		as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >&2 ||
			echo "no Chromium to be had: the tests in a browser will be skipped" >&2
	fi
elif command -v brew >/dev/null; then
	for name in "${missing[@]}"; do
		[[ $name == postgresql ]] && name=postgresql@17
		brew install --quiet "$name" >&2
	done
else
	echo "install ${missing[*]} with your system's package manager, then run this again" >&2
	exit 1
fi

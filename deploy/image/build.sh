#!/usr/bin/env bash
# Builds the image of the commit that is checked out, so that building it again gives the same image, byte for byte:
# with the packages that Debian had when it was committed, and the commit's time on every file. The images that it
# starts from are those of the Dockerfile: pin them first (make pins), or they change under their names.
#
#   deploy/image/build.sh --tag quire:1.4 --load
#   OCR_LANGUAGES=eng+deu deploy/image/build.sh --tag registry.example.org/quire:1.4 --push
#   deploy/image/build.sh --target programs --output dist     the programs alone
#
# Its arguments go to docker buildx build. SNAPSHOT= (empty) takes today's packages.
set -euo pipefail
cd "$(dirname "$0")/../.."

committed=$(TZ=UTC git show --no-patch --format=%cd --date=format-local:%Y-%m-%dT%H:%M:%SZ)
SOURCE_DATE_EPOCH=$(git show --no-patch --format=%ct)
export SOURCE_DATE_EPOCH
version=${VERSION:-$(git describe --tags --always --dirty=-changed --abbrev=12)}

# rewrite-timestamp belongs to an output; one that is asked for by hand brings its own. The daemon's own store keeps no
# attestations.
attest=()
case " $* " in
*" --push "*)
	set -- "${@/#--push/--output=type=image,push=true,rewrite-timestamp=true}"
	attest=(--provenance=mode=max --sbom=true)
	;;
*" --load "*) set -- "${@/#--load/--output=type=docker,rewrite-timestamp=true}" ;;
esac

exec docker buildx build \
	${attest[@]+"${attest[@]}"} \
	--build-arg "VERSION=$version" --build-arg "COMMITTED=$committed" --build-arg "SOURCE_DATE_EPOCH=$SOURCE_DATE_EPOCH" \
	--build-arg "SNAPSHOT=${SNAPSHOT-$(tr -d ':-' <<<"$committed")}" \
	--build-arg "OCR_LANGUAGES=${OCR_LANGUAGES:-eng}" --build-arg "LIBREOFFICE=${LIBREOFFICE:-}" \
	"$@" .

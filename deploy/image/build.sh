#!/usr/bin/env bash
# Builds the image of the commit that is checked out. A second build gives the same image, byte for byte, because the
# packages are those that Debian had at the time of the commit, and every file has that time. The base images are those
# of the Dockerfile. Pin them first (make pins), because the content behind a tag changes.
#
#   deploy/image/build.sh --tag quire:1.4 --load
#   OCR_LANGUAGES=eng+deu deploy/image/build.sh --tag registry.example.org/quire:1.4 --push
#   deploy/image/build.sh --target programs --output dist     only the programs
#
# The arguments are passed on to docker buildx build. An empty SNAPSHOT= installs today's packages.
set -euo pipefail
cd "$(dirname "$0")/../.."

committed=$(TZ=UTC git show --no-patch --format=%cd --date=format-local:%Y-%m-%dT%H:%M:%SZ)
SOURCE_DATE_EPOCH=$(git show --no-patch --format=%ct)
export SOURCE_DATE_EPOCH
version=${VERSION:-$(git describe --tags --always --dirty=-changed --abbrev=12)}

# rewrite-timestamp is an option of an output, so an explicit --output has to set it itself. The image store of the Docker
# daemon cannot hold attestations.
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

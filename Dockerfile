# Quire's programs with tesseract and the sentence encoder; everything else is a separate service.
#
# The same commit always gives the same programs. It also gives the same image, byte for byte, if both base images below
# are pinned by digest and SNAPSHOT is set: see deploy/image/build.sh, and "Images and releases" in docs/operations.md.
ARG GOLANG=golang:1.26.8-bookworm
ARG DEBIAN=debian:bookworm-slim

FROM --platform=$BUILDPLATFORM ${GOLANG} AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
# As in the Makefile. They are arguments because the image is built without .git.
ARG VERSION=
ARG COMMITTED=
# The platform of the image, which BuildKit sets. Without BuildKit, it is the platform of this machine.
ARG TARGETOS
ARG TARGETARCH
RUN GOOS=$TARGETOS GOARCH=$TARGETARCH CGO_ENABLED=0 go build -trimpath -buildvcs=false -ldflags="-s -X quire/cmd/internal/version.linked=$VERSION -X quire/cmd/internal/version.committed=$COMMITTED" -o /programs/ ./cmd/quire ./cmd/quire-convert \
 && go run ./scripts/sbom /programs/quire /programs/quire-convert >/programs/sbom.json

# The files of a release besides the image: docker buildx build --target programs --output dist .
FROM scratch AS programs
COPY --from=build /programs/ /

FROM --platform=$BUILDPLATFORM ${DEBIAN} AS weights
COPY scripts/embedding-model.sh /
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates python3-pip \
 && rm -rf /var/lib/apt/lists/*
# The script verifies its downloads, but succeeds without a model if it cannot download one. The image must have it.
RUN QUIRE_EMBEDDING_MODEL_DIR=/weights /embedding-model.sh && test -s /weights/model.onnx && test -s /weights/tokenizer.json

FROM ${DEBIAN}
# The languages of scans, as in QUIRE_OCR_LANGUAGES: eng+deu
ARG OCR_LANGUAGES=eng
# Any value that is not empty adds LibreOffice, which reads .doc, .xls and .ppt
ARG LIBREOFFICE=
# The time of the snapshot from which Debian's packages are installed: 20261123T000000Z. Empty: today's packages.
ARG SNAPSHOT=
# The build date, in seconds since 1970, where a file must contain one. BuildKit also sets it as the time of files.
ARG SOURCE_DATE_EPOCH
RUN --mount=type=bind,source=deploy/image,target=/mnt /mnt/system.sh
COPY --from=weights /weights/ /usr/share/quire/all-minilm-l6-v2-int8/
COPY --from=build /programs/sbom.json /usr/share/quire/
COPY --from=build /programs/quire /programs/quire-convert /usr/local/bin/
USER quire
ENV QUIRE_CACHE_DIR=/var/cache/quire QUIRE_OCR_LANGUAGES=$OCR_LANGUAGES QUIRE_EMBEDDING_MODEL_DIR=/usr/share/quire/all-minilm-l6-v2-int8
VOLUME ["/var/lib/quire", "/var/cache/quire"]
ENTRYPOINT ["quire"]

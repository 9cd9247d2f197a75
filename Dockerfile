# Quire's programs with tesseract and the sentence encoder; everything else is a separate service.
#
# The same commit always makes the same programs. It makes the same image too, byte for byte, if both images below are
# named with their digests and SNAPSHOT names a time: deploy/image/build.sh, and "Images and releases" in
# docs/operations.md.
ARG GOLANG=golang:1.26.8-bookworm
ARG DEBIAN=debian:bookworm-slim

FROM --platform=$BUILDPLATFORM ${GOLANG} AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
# As in the Makefile; the image is built without .git.
ARG VERSION=
ARG COMMITTED=
# Those of the image, which BuildKit sets; without it, those of this machine.
ARG TARGETOS
ARG TARGETARCH
RUN GOOS=$TARGETOS GOARCH=$TARGETARCH CGO_ENABLED=0 go build -trimpath -buildvcs=false -ldflags="-s -X quire/cmd/internal/version.linked=$VERSION -X quire/cmd/internal/version.committed=$COMMITTED" -o /programs/ ./cmd/quire ./cmd/quire-convert \
 && go run ./scripts/sbom /programs/quire /programs/quire-convert >/programs/sbom.json

# What a release has beside the image: docker buildx build --target programs --output dist .
FROM scratch AS programs
COPY --from=build /programs/ /

FROM --platform=$BUILDPLATFORM ${DEBIAN} AS weights
COPY scripts/embedding-model.sh /
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates python3-pip \
 && rm -rf /var/lib/apt/lists/*
# The script checks what it downloads, and does without what it cannot: the image does not.
RUN QUIRE_EMBEDDING_MODEL_DIR=/weights /embedding-model.sh && test -s /weights/model.onnx && test -s /weights/tokenizer.json

FROM ${DEBIAN}
# The languages in which scans are read, as in QUIRE_OCR_LANGUAGES: eng+deu
ARG OCR_LANGUAGES=eng
# Anything but nothing adds LibreOffice, which reads .doc, .xls and .ppt
ARG LIBREOFFICE=
# Debian's packages as they were then: 20261123T000000Z. Empty: as they are now.
ARG SNAPSHOT=
# The date that is written where one must be, in seconds since 1970; BuildKit also gives it to files.
ARG SOURCE_DATE_EPOCH
RUN --mount=type=bind,source=deploy/image,target=/mnt /mnt/system.sh
COPY --from=weights /weights/ /usr/share/quire/all-minilm-l6-v2-int8/
COPY --from=build /programs/sbom.json /usr/share/quire/
COPY --from=build /programs/quire /programs/quire-convert /usr/local/bin/
USER quire
ENV QUIRE_CACHE_DIR=/var/cache/quire QUIRE_OCR_LANGUAGES=$OCR_LANGUAGES QUIRE_EMBEDDING_MODEL_DIR=/usr/share/quire/all-minilm-l6-v2-int8
VOLUME ["/var/lib/quire", "/var/cache/quire"]
ENTRYPOINT ["quire"]

# The product's binary with tesseract; everything else is a separate service.
FROM golang:1.26-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
# As in the Makefile; the image is built without .git.
ARG VERSION=
ARG COMMITTED=
RUN CGO_ENABLED=0 go build -trimpath -ldflags="-s -X quire/cmd/internal/version.linked=$VERSION -X quire/cmd/internal/version.committed=$COMMITTED" -o /quire ./cmd/quire

FROM debian:bookworm-slim
# The languages in which scans are read, as in QUIRE_OCR_LANGUAGES: eng+deu
ARG OCR_LANGUAGES=eng
# Anything but nothing adds LibreOffice, which reads .doc, .xls and .ppt
ARG LIBREOFFICE=
RUN apt-get update \
 && apt-get install -y --no-install-recommends tesseract-ocr ca-certificates \
      ${LIBREOFFICE:+libreoffice-writer libreoffice-calc libreoffice-impress} \
      $(echo "$OCR_LANGUAGES" | tr '+_' ' -' | sed 's/[^ ][^ ]*/tesseract-ocr-&/g') \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --system --uid 10001 --home-dir /var/lib/quire --create-home quire \
 && install --directory --owner quire --mode 0700 /var/cache/quire
COPY --from=build /quire /usr/local/bin/quire
USER quire
ENV QUIRE_CACHE_DIR=/var/cache/quire QUIRE_OCR_LANGUAGES=$OCR_LANGUAGES
VOLUME ["/var/lib/quire", "/var/cache/quire"]
ENTRYPOINT ["quire"]

# syntax=docker/dockerfile:1
# docker build --build-arg ENGINES="chrome wkhtmltopdf" -t platen .
# A release names both images by their digests, which only their registry knows: --build-arg BASE=debian@sha256:…
ARG BUILDER=golang:1.26-bookworm
ARG BASE=debian:bookworm-slim

FROM ${BUILDER} AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
# Empty: the release's. /version and the metrics show it, and the fingerprints of documents depend on it.
ARG VERSION
RUN CGO_ENABLED=0 go build -trimpath -gcflags=all=-dwarf=false -ldflags "-s -w -X platen/app/command.linked=${VERSION}" -o /platen ./app/cmd/platen

FROM ${BASE}
SHELL ["/bin/bash", "-o", "pipefail", "-c"]
# Folders of adapters, separated by blanks: the engines whose packages are installed. The settings name the first.
ARG ENGINES=chrome
# Versions are Debian's: its security updates of the browser are wanted with every build of the image.
# hadolint ignore=DL3008
RUN --mount=type=bind,target=/src \
    apt-get update \
 && for engine in $ENGINES; do cat "/src/adapters/$engine/packages.txt"; done \
  | xargs apt-get install -y --no-install-recommends tini \
    $(cat /src/configs/deploy/packages.txt /src/configs/deploy/packages-recommended.txt) \
 && apt-get clean && rm -rf /var/lib/apt/lists/* \
 && useradd --uid 10001 --create-home --shell /usr/sbin/nologin platen \
 && mkdir /etc/platen && sed "s/^engine: .*/engine: ${ENGINES%% *}/" /src/configs/platen.yaml > /etc/platen/platen.yaml
COPY --from=build /platen /usr/local/bin/platen
ARG VERSION
LABEL org.opencontainers.image.title="Platen" \
      org.opencontainers.image.description="HTML templates to PDF over HTTP" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      platen.engines="${ENGINES}"
USER platen
ENV PLATEN_CONFIG=/etc/platen/platen.yaml
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=6s --start-period=10s CMD ["platen", "health"]
ENTRYPOINT ["tini", "--", "platen"]
CMD ["serve"]

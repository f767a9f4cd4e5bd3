# make demo and make test each work as the only command on a machine with Go and Debian's package tools.
# make help lists the rest.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo development)
# Linter of the OpenAPI description, from npm.
REDOCLY := @redocly/cli@2.77.0
LINTER := github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0
# Debian packages: what the service needs (the Dockerfile installs the same), and what its tests need besides.
PACKAGES := $(shell cat configs/deploy/packages.txt)
DEV_PACKAGES := $(shell cat configs/deploy/packages-dev.txt)
# Root needs no sudo; anybody else does.
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)

.PHONY: help build setup demo pictures test lint openapi check bench fuzz clean

help: ## say what there is
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

build: ## build bin/platen
	@CGO_ENABLED=0 go build -trimpath -ldflags "-s -w -X platen/app/command.version=$(VERSION)" -o bin/platen ./app/cmd/platen

setup: ## install the Debian packages that are missing: engines, fonts, tools of the tests
	@missing=(); for p in $(PACKAGES) $(DEV_PACKAGES); do \
	  dpkg-query -W -f '$${db:Status-Status}' $$p 2>/dev/null | grep -qx installed || missing+=($$p); done; \
	if [ $${#missing[@]} -gt 0 ]; then \
	  echo "installing $${missing[*]}"; \
	  $(SUDO) apt-get update -q; \
	  $(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$${missing[@]}"; \
	fi

demo: setup build ## serve, post a real invoice, leave invoice.pdf
	@go run ./integration/demo -pictures integration/demo

pictures: setup build ## compare the engines on the corpus, and leave pictures of the report for the README
	@integration/pictures.sh

# The longest packages begin first, so that none of them is left to run alone at the end.
test: setup ## all tests, with real engines
	@go test -race -timeout 20m ./integration/security ./integration ./...

lint: ## the linter, the layers included
	@go run $(LINTER) run ./...

openapi: ## lint the OpenAPI description; needs npm
	@REDOCLY_TELEMETRY=off npx --yes $(REDOCLY) lint --extends recommended-strict adapters/httpapi/openapi.yaml

check: lint openapi test ## what CI runs

bench: setup build ## measure the service against bare loops of the engines
	@go run ./integration/bench

fuzz: ## fuzz whatever reads input, FUZZTIME each (default 30s)
	@integration/fuzz.sh $${FUZZTIME:-30s}

clean: ## remove what the other targets made
	@rm -rf bin invoice.pdf

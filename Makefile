# make demo and make test each work as the only command on a machine with Go and Debian's package tools.
# make help lists the rest.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

# Everything is compiled in one way, and so only once: without C, as the service is built; without paths, so that each checkout finds
# what another one compiled; without tables for a debugger, which the linker drops; and each package by one thread, since packages are
# compiled side by side. Only the race detector needs C.
export CGO_ENABLED := 0
UNIFORM := -trimpath '-gcflags=all=-dwarf=false -c=1'
export GOFLAGS := $(UNIFORM) $(filter-out $(UNIFORM),$(GOFLAGS))
# A compiler works on one package and ends: it rarely needs to collect garbage, which took a tenth of its time.
COMPILER := GOGC=off GOMEMLIMIT=512MiB

# Node as the browser tests need it, whatever the machine's is: npm's package of it, which "make npm" installs.
NODE := $(CURDIR)/integration/browser/node_modules/node-linux
export PATH := $(NODE)-x64/bin:$(NODE)-arm64/bin:$(PATH)
# That Node trusts whom the machine trusts, as Debian's does, such as the proxy of a company.
export NODE_USE_SYSTEM_CA := 1

# The version: that of the release where Git has a tag, and otherwise with the commit after a plus.
RELEASE := $(shell sed -n 's/^const release = "\(.*\)"/\1/p' app/command/version.go)
VERSION ?= $(RELEASE)$(shell git describe --tags --exact-match > /dev/null 2>&1 || git describe --always --dirty --exclude '*' 2> /dev/null | sed 's/^/+/')
# Linter of the OpenAPI description, from npm.
REDOCLY := @redocly/cli@2.77.0
# The folders of the engines: those with a value for the registry.
ENGINES := $(shell grep -lE '= engine\.NewKind' adapters/*/*.go | xargs -n1 dirname | sort -u)
# Packages whose tests start engines or other programs of Debian's.
ENGINE_TESTS := ($(shell printf '%s|' $(ENGINES))adapters/(pdf|fontconfig|poppler|comparereport|redislimit))(/|$$)
# Packages whose tests need no engine and no root.
UNIT = $$(go list ./domain/... ./configs/... ./app/... ./adapters/... ./ports/limittest | grep -vE '$(ENGINE_TESTS)')
# Those of them whose tests need nothing that "make setup-tests" installs: "make test" runs them meanwhile. The others need promtool.
EARLY = $$(go list $(UNIT) | grep -vE '/(configs|metrics)$$')
# Packages in which goroutines share memory: "make check" tests them with the race detector, which finds something there. Under it
# adapters/pdf, which shares only a pool, app/features, which shares nothing, and the pictures of app/compare take many times as long:
# "make race" tests them with it. Those come first whose tests take longest.
SHARING = $(shell (printf '%s\n' $(ENGINES); grep -rlE --include='*.go' --exclude='*_test.go' \
  '"sync(/atomic)?"|errgroup|AfterFunc|^\s+go ' adapters app ports | xargs -n1 dirname | sort -u) \
  | grep -vxE 'adapters/pdf/object|app/(compare|features)' | awk '!seen[$$0]++ { print "./" $$0 }')
# The other packages, in this order too.
OTHERS = $(shell (go list ./integration/security ./integration ./integration/headerfooter ./integration/contract ./integration/compare/... \
  ./integration/engines ./integration/browser ./integration/clients/... ./adapters/pdf/stamper ./adapters/comparereport ./integration/shadow \
  ./integration/features; go list ./... | grep -vxF "$$(go list $(SHARING))") | awk '!seen[$$0]++')
# Tests have memory to spare: to collect garbage four times less often takes a tenth off what they compute. Services and engines that they
# start have environments of their own. Temporary files of all of them are in memory if there is room, and programs among them may run: the
# file system of a disk takes a twentieth of the processor time.
MEMORY := /dev/shm
TEST := GOGC=400 $(shell findmnt -no OPTIONS $(MEMORY) 2> /dev/null | grep -qv noexec && \
  [ "$$(df --output=avail $(MEMORY) | tail -1)" -gt 4000000 ] && echo TMPDIR=$(MEMORY)) go test
# The linter does what go vet does, and a test binary that no debugger reads is linked sooner. Tests run each time, since Go does not
# know when an engine has changed.
TEST_FLAGS := -timeout 20m -count=1 -vet=off -ldflags='-s -w'
LINTER := github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0
# The engine that the service starts unless told otherwise: all that the demo needs.
ENGINE = $(shell sed -n 's/^engine: //p' configs/platen.yaml)
# Users other than root need sudo.
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)

# dpkg does not wait for the disk after each file, as in Debian's images for containers: that takes longer than the rest.
APT_INSTALL := apt-get -o Dpkg::Options::=--force-unsafe-io install -y --no-install-recommends
# What apt says of sizes.
SIZES := sed -un '/^Need to get\|^After this\|^Fetched/p'
# $(call install,FILES) installs the Debian packages in these lists that are missing. apt says how much it downloads. A package that this
# release of Debian does not have, such as wkhtmltopdf in Debian 13, is named and left out.
define install
missing=(); for package in $$(cat $(1)); do \
  dpkg-query -W -f '$${db:Status-Status}' $$package 2>/dev/null | grep -qx installed || missing+=($$package); done; \
if [ $${#missing[@]} -gt 0 ]; then \
  $(SUDO) apt-get update -qq; \
  known=$$(LC_ALL=C apt-cache policy "$${missing[@]}" | awk -F: '/^[^ ]/ { name = $$1 } /Candidate: [^(]/ { print name }'); \
  printf '%s\n' "$${missing[@]}" | grep -vxF "$$known" | sed 's/^/this Debian has no package /' || true; \
  missing=($$known); \
fi; \
if [ $${#missing[@]} -gt 0 ]; then \
  echo "installing the Debian packages $${missing[*]}, and what they need"; \
  $(SUDO) env DEBIAN_FRONTEND=noninteractive $(APT_INSTALL) "$${missing[@]}" | $(SIZES); \
fi
endef

.PHONY: help build setup setup-demo setup-tests setup-race setup-standards npm bundle packages packages-test offline-test demo pictures unit cross stress test prepare test-early test-race test-others race lint openapi check bench standards field newest soak fuzz fuzz-briefly clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

build: ## build bin/platen
	@[ -e bin/platen ] || echo "building bin/platen: the first time, Go downloads its modules and compiles all of them"
	@$(COMPILER) go build -ldflags "-s -w -X platen/app/command.linked=$(VERSION)" -o bin/platen ./app/cmd/platen

setup: ## install what the service uses: every engine, fonts, and the tools that compare
	@$(call install,configs/deploy/packages.txt configs/deploy/packages-recommended.txt $(ENGINES:%=%/packages.txt))

setup-demo:
	@$(call install,configs/deploy/packages.txt adapters/$(ENGINE)/packages.txt)

setup-tests:
	@$(call install,configs/deploy/packages*.txt $(ENGINES:%=%/packages.txt))

# The race detector needs a C compiler.
setup-race:
	@$(call install,<(echo gcc libc6-dev))

# A folder is up to date when its lock file is the one that was installed last.
NPM_FOLDERS := adapters/workbench integration/browser integration/openapi
npm: ## install the npm packages of the workbench's script, the browser tests and the OpenAPI check
	@command -v npm > /dev/null || { echo "installing Debian's npm"; $(SUDO) $(APT_INSTALL) npm | $(SIZES); }
	@for folder in $(NPM_FOLDERS); do \
	  cmp -s $$folder/package-lock.json $$folder/node_modules/.installed || \
	  (cd $$folder && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error && cp package-lock.json node_modules/.installed); \
	done

bundle: npm ## check that the bundled scripts are what their sources give
	@cd adapters/workbench && node_modules/.bin/tsc --noEmit && node build.mjs --check

# Downloads and the compiler use different parts of the machine: both at once.
packages: ## make Debian packages, tarballs, their checksums and lists of contents, in bin/packages
	@integration/packages/build.sh $(VERSION) bin/packages
	@ls bin/packages

packages-test: setup-tests ## build the package twice; install, start, kill, upgrade, downgrade and purge it under systemd; needs root
	@integration/packages/test.sh

offline-test: packages ## run the commands of configs/deploy/FIREWALL.md on machines made by debootstrap; needs root and Debian's mirror
	@command -v debootstrap > /dev/null || $(SUDO) $(APT_INSTALL) -q debootstrap
	@integration/packages/offline.sh

demo: ## install one engine, build, start the service, post a real invoice, write invoice.pdf
	@$(MAKE) --no-print-directory --jobs=2 setup-demo build
	@go run ./integration/demo

pictures: prepare build ## make the README's pictures: the invoice, 64 headers, a comparison of the engines, the workbench
	@integration/pictures.sh

unit: ## run the tests that need no engine and no root, for the edit cycle
	@go test -timeout 2m $(UNIT)

# "make packages" compiles for Linux on arm64.
cross: ## compile the program and these tests for a Mac
	@GOOS=darwin GOARCH=arm64 go vet $(UNIT) ./app/cmd/platen

stress: ## run the tests of PKG, or those that match RUN, N times (default 20): make stress PKG=./adapters/httpapi RUN=TestStop N=50
	@CGO_ENABLED=1 go test -race -count=$${N:-20} -run "$${RUN:-.}" -failfast -timeout 60m $${PKG:?name a package, as in PKG=./adapters/httpapi}

# Packages are installed beside the compiler and the tests that need none. Then four packages of tests at a time, since most wait for
# engines.
test: ## run all tests, with real engines
	@$(MAKE) --no-print-directory --jobs=2 prepare test-early
	@$(TEST) -p 4 $(TEST_FLAGS) $$(go list $(SHARING) $(OTHERS) | grep -vxF "$(EARLY)")

# One after the other, since both may install packages of Debian's.
prepare:
	@$(MAKE) --no-print-directory setup-tests
	@$(MAKE) --no-print-directory npm NPM_FOLDERS=integration/browser

# Tests are compiled, too; only those that run are linked. nice leaves the processor to the installation, which uses one core and takes
# longer.
test-early:
	@$(COMPILER) nice go list -export -test -deps ./... > /dev/null
	@GOGC=400 nice go test $(TEST_FLAGS) $(EARLY)

test-race:
	@CGO_ENABLED=1 $(TEST) -race -p 1 $(TEST_FLAGS) $(SHARING)

test-others:
	@$(TEST) -p 3 $(TEST_FLAGS) $(OTHERS)

race: prepare setup-race ## run all tests with the race detector, which takes several times as long
	@CGO_ENABLED=1 go test -race -timeout 30m ./integration/security ./integration ./...

lint: ## run the linter
	@go run $(LINTER) run ./...

openapi: npm build ## lint the OpenAPI description, compare it with the last release's, and hold the running service to it
	@node integration/openapi/compatible.mjs
	@REDOCLY_TELEMETRY=off npx --yes $(REDOCLY) lint --extends recommended-strict adapters/httpapi/openapi.yaml
	@integration/prism.sh

# Two at a time, each with its output in one piece, those first that take longest. More at once take longer together.
check: ## run what CI runs
	@$(MAKE) --no-print-directory --jobs=2 prepare build
	@$(MAKE) --no-print-directory setup-race
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target test-others test-race lint fuzz-briefly openapi bundle cross

# So many inputs for each target: a fuzz target that no longer builds or fails at once is noticed.
fuzz-briefly:
	@integration/fuzz.sh 100x

bench: setup-tests build ## measure the service against bare loops of the engines
	@go run ./integration/bench

# veraPDF judges PDF/UA and PDF/A. Maven fetches it from the repository that its own settings name, and the sum below is that of the jar;
# VERAPDF=PATH names a jar that is there already. Java and Maven are needed for this target only.
VERAPDF_VERSION := 1.30.2
VERAPDF_SHA256 := 287cc9c9757f99dcff4a2d39b68268245b48103fb6af443162d5a29df2afa332
VERAPDF ?= bin/verapdf/cli-$(VERAPDF_VERSION).jar

bin/verapdf/cli-$(VERAPDF_VERSION).jar:
	@command -v mvn > /dev/null || $(SUDO) $(APT_INSTALL) -q maven default-jre-headless
	@mvn -q -B dependency:copy -Dartifact=org.verapdf.apps:cli:$(VERAPDF_VERSION) -DoutputDirectory=$(@D)
	@echo "$(VERAPDF_SHA256)  $@" | sha256sum --check --quiet || { rm -f $@; exit 1; }

# Fonts for Hindi and Thai, which its documents have besides.
setup-standards: setup-tests
	@$(call install,integration/standards/packages.txt)

standards: setup-standards build $(VERAPDF) ## let veraPDF judge the PDFs of each engine that makes PDF/UA or PDF/A
	@go run ./integration/standards -verapdf $(VERAPDF)

# Other systems that make PDF/UA come from Maven and PyPI, for this target only.
field: setup-tests build ## measure PDF/UA of the service beside that of other systems
	@dpkg-query -W maven python3-venv > /dev/null 2>&1 || $(SUDO) $(APT_INSTALL) -q maven python3-venv
	@mvn -q -B -f integration/bench/field dependency:copy-dependencies -DoutputDirectory="$(CURDIR)/bin/field/jars"
	@/usr/bin/python3 -m venv bin/field/python && bin/field/python/bin/pip install --quiet --upgrade -r integration/bench/field/requirements.txt
	@go run ./integration/bench -only field -others bin/field $(FIELD)

newest: setup-tests ## run the tests of WeasyPrint's adapter and those of headers with its newest release
	@for script in adapters/*/newest.sh; do $$script || exit 1; done

soak: setup-tests build ## run the service under load for DURATION (default 10m) on each engine, while parts fail
	@go run ./integration/soak -duration $${DURATION:-10m}

fuzz: ## fuzz every parser of input, FUZZTIME each (default 30s)
	@integration/fuzz.sh $${FUZZTIME:-30s}

clean: ## remove what the other targets made
	@rm -rf bin invoice.pdf

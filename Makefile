# make tour   see it work        make build  the release binary     make format  rewrite the sources
# make test   all checks         make deps   what is missing        make clean   forget what was built

SWIFT  ?= swift
BINARY  = .build/release/iapctl
CHECKS  = --explicit-target-dependency-import-check error
UNAME  := $(shell uname)

# The Swift runtime is linked into the binary: it starts faster and runs where no Swift is installed.
# Apple's systems bring the runtime themselves.
ifneq ($(UNAME),Darwin)
STATIC  = --static-swift-stdlib
endif

.PHONY: tour test build deps lint format clean

tour: build
	@$(BINARY) tour

test: build lint
	$(SWIFT) build $(CHECKS) --build-tests
	IAPCTL_BINARY="$(CURDIR)/$(BINARY)" $(SWIFT) test --skip-build

build: deps
	$(SWIFT) build $(CHECKS) -c release $(STATIC) --product iapctl

lint:
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests

format:
	$(SWIFT) format --in-place --recursive Package.swift Sources Tests

# Installs what is missing, and nothing else.
deps:
	@command -v $(SWIFT) >/dev/null || \
	  { echo "Swift 6.2 or newer is needed, and no package manager is asked for it: see swift.org" >&2; exit 1; }
	@echo '#include <sqlite3.h>' | $(CC) -x c -fsyntax-only - 2>/dev/null || $(MAKE) --no-print-directory install-sqlite

SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)

.PHONY: install-sqlite
install-sqlite:
ifeq ($(UNAME),Darwin)
	brew install sqlite pkg-config
else
	$(SUDO) apt-get update
	$(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -y gcc libc6-dev libsqlite3-dev
endif

clean:
	$(SWIFT) package clean

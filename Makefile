# make tour     see it work             make deps     what is missing
# make test     all checks              make docs     man pages and completions, from the sources
# make build    the release binary      make format   rewrite the sources
# make install  PREFIX=… DESTDIR=…      make torture  batches that are killed a thousand times
# make clean    forget what was built

SWIFT  ?= swift
BINARY  = .build/release/iapctl
CHECKS  = --explicit-target-dependency-import-check error
UNAME  := $(shell uname)

# The Swift runtime is linked into the binary: it starts faster and runs where no Swift is installed.
# Apple's systems bring the runtime themselves.
ifneq ($(UNAME),Darwin)
STATIC  = --static-swift-stdlib
else
# Where Homebrew keeps headers and libraries.
export CPATH := $(shell brew --prefix)/include
endif

.PHONY: tour test torture build docs install uninstall deps deps-test lint format clean

tour: build
	@$(BINARY) tour

# As many tests as can run beside each other: of more, each would be told to have taken the time
# that it waited for the others. (See Tests/TestSupport/Blocking.swift.)
AT_A_TIME = SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=4

test: deps-test build lint
	$(SWIFT) build $(CHECKS) --build-tests
	IAPCTL_BINARY="$(CURDIR)/$(BINARY)" $(AT_A_TIME) $(SWIFT) test --skip-build

# The test of the same name in 'make test' does it some dozen times.
KILLS    ?= 1000
PAYMENTS ?= 2000
SEED     ?= 1
torture: deps-test build
	$(SWIFT) build $(CHECKS) --build-tests
	IAPCTL_BINARY="$(CURDIR)/$(BINARY)" IAPCTL_TORTURE_KILLS=$(KILLS) IAPCTL_TORTURE_SEED=$(SEED) \
	  IAPCTL_TORTURE_PAYMENTS=$(PAYMENTS) $(SWIFT) test --skip-build --filter TortureTests

build: deps
	$(SWIFT) build $(CHECKS) -c release $(STATIC) --product iapctl

# A test compares what is committed with what this writes.
docs: deps
	$(SWIFT) build $(CHECKS) --product iapctl-docs
	@rm -rf .build/docs && mkdir -p .build/docs/man .build/docs/completions
	.build/debug/iapctl-docs .build/docs
	@rm -rf man completions && mv .build/docs/man .build/docs/completions .

# Where things go: below PREFIX, and all of it below DESTDIR for packages.
PREFIX  ?= /usr/local
BINDIR   = $(DESTDIR)$(PREFIX)/bin
SHAREDIR = $(DESTDIR)$(PREFIX)/share
BASHDIR  = $(SHAREDIR)/bash-completion/completions
ZSHDIR   = $(SHAREDIR)/zsh/site-functions
FISHDIR  = $(SHAREDIR)/fish/vendor_completions.d

# Builds only where a source is newer than the binary, so that root, who installs, need not be the
# one who builds.
SOURCES = Package.swift $(shell find Sources -type f)

$(BINARY): $(SOURCES)
	@$(MAKE) --no-print-directory build && touch "$(BINARY)"

install: $(BINARY)
	install -d "$(BINDIR)" "$(BASHDIR)" "$(ZSHDIR)" "$(FISHDIR)" \
	  "$(SHAREDIR)/man/man1" "$(SHAREDIR)/man/man5"
	install -m 755 "$(BINARY)" "$(BINDIR)/iapctl"
	install -m 644 $(wildcard man/*.1) "$(SHAREDIR)/man/man1"
	install -m 644 $(wildcard man/*.5) "$(SHAREDIR)/man/man5"
	install -m 644 completions/iapctl.bash "$(BASHDIR)/iapctl"
	install -m 644 completions/_iapctl "$(ZSHDIR)/_iapctl"
	install -m 644 completions/iapctl.fish "$(FISHDIR)/iapctl.fish"

uninstall:
	rm -f "$(BINDIR)/iapctl" "$(BASHDIR)/iapctl" "$(ZSHDIR)/_iapctl" "$(FISHDIR)/iapctl.fish"
	rm -f "$(SHAREDIR)/man/man1/iapctl.1" "$(SHAREDIR)"/man/man1/iapctl-*.1 \
	  "$(SHAREDIR)"/man/man5/iapctl-*.5

lint:
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests

format:
	$(SWIFT) format --in-place --recursive Package.swift Sources Tests

# libcurl's are all that the build needs of it: the library is loaded by the first request.
HEADERS = sqlite3 curl/curl microhttpd

# Installs what is missing, and nothing else.
deps:
	@command -v $(SWIFT) >/dev/null || \
	  { echo "Swift 6.2 or newer is needed, and no package manager is asked for it: see swift.org" >&2; exit 1; }
	@printf '#include <%s.h>\n' $(HEADERS) | $(CC) -x c -fsyntax-only - 2>/dev/null || \
	  $(MAKE) --no-print-directory install-libraries

SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)

.PHONY: install-libraries
install-libraries:
ifeq ($(UNAME),Darwin)
	brew install sqlite libmicrohttpd pkg-config
else
	$(SUDO) apt-get update
	$(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -y gcc libc6-dev \
	  libsqlite3-dev libcurl4-openssl-dev libmicrohttpd-dev
endif

# What only the tests need: the shells that complete, what reads manual pages, makes certificates and
# serves them, asks the server of docs/ci.md, and makes disks fail. A test that lacks one of them says so
# and is skipped.
TESTTOOLS = bash zsh fish mandoc man openssl curl strace

deps-test:
	@for tool in $(TESTTOOLS); do command -v $$tool >/dev/null || missing="$$missing $$tool"; done; \
	  test -z "$$missing" || $(MAKE) --no-print-directory install-test-tools || \
	  echo "not installed:$$missing; the tests that need them are skipped" >&2

.PHONY: install-test-tools
install-test-tools:
ifeq ($(UNAME),Darwin)
	brew install bash fish mandoc openssl
else
	$(SUDO) apt-get update
	$(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -y bash zsh fish mandoc man-db groff-base openssl curl strace
endif

clean:
	$(SWIFT) package clean

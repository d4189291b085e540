# make tour     show iapctl at work     make deps     install missing dependencies
# make test     all checks              make docs     man pages and completions, from the sources
# make build    the release binary      make format   format the sources
# make install  PREFIX=… DESTDIR=…      make torture  kill batches a thousand times
# make simulate SEEDS=1000000 worlds, or SEED=n
# make fuzz     SECONDS=60 each         make crash    kill a store at every write and sync
# make sanitize ASan and TSan           make conformance  serve against its description
# make dist     a tarball of the binary   make deb        a package for Debian
# make clean    remove what was built     make deb-test   try both in a bare Debian

SWIFT  ?= swift
BINARY  = .build/release/iapctl
CHECKS  = --explicit-target-dependency-import-check error
UNAME  := $(shell uname)

# The Swift runtime is linked statically: the binary starts faster, and needs no installed Swift.
# No folder is searched for libraries but the system's. Apple's systems include the runtime.
ifneq ($(UNAME),Darwin)
# The runtime's C++ library is linked from its archive, because to load it takes a third of the
# start. Where there is no archive, the library is loaded.
# No symbols are exported, and equal functions whose addresses nobody takes are kept once. Nothing in the
# program catches a C++ exception: the tables for that are left out, which only LLVM's linker can do. A
# debugger has tables of its own.
CPLUSPLUS = .build/static
TABLES = $(CPLUSPLUS)/no-tables.ld
STATIC  = --static-swift-stdlib --disable-local-rpath -Xswiftc -no-toolchain-stdlib-rpath \
  -Xlinker -L$(CPLUSPLUS) -Xlinker --no-export-dynamic -Xswiftc -use-ld=lld -Xlinker --icf=safe -Xlinker -O2 \
  -Xlinker --no-eh-frame-hdr -Xlinker $(TABLES)
else
# The folder of Homebrew's headers.
export CPATH := $(shell brew --prefix)/include
endif

.PHONY: simulate tour test torture crash fuzz sanitize sanitize-address sanitize-thread conformance
.PHONY: bench build docs install uninstall deps deps-test lint format clean dist

tour: build
	@$(BINARY) tour

# The number of tests that run at the same time. With more tests, the reported time of each test
# would include the time that it waited for the others. See Tests/TestSupport/FewAtATime.swift.
AT_A_TIME = SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=6

# 'make test FILTER=IAPServerTests' runs a part of the tests.
FILTER ?=
test: deps-test build lint
	$(SWIFT) build $(CHECKS) --build-tests
	IAPCTL_BINARY="$(CURDIR)/$(BINARY)" $(AT_A_TIME) \
	  $(SWIFT) test --skip-build $(if $(FILTER),--filter '$(FILTER)')

# 'make test' runs the same tests with a few dozen kills, and loads fewer dumps of the stores of random
# operations.
KILLS      ?= 1000
PAYMENTS   ?= 2000
ROUNDS     ?= 200
DELIVERIES ?= 500
OPERATIONS ?= 10000
SEED       ?= 1
torture: deps-test build
	$(SWIFT) build $(CHECKS) --build-tests
	IAPCTL_BINARY="$(CURDIR)/$(BINARY)" IAPCTL_TORTURE_KILLS=$(KILLS) IAPCTL_TORTURE_SEED=$(SEED) \
	  IAPCTL_TORTURE_PAYMENTS=$(PAYMENTS) IAPCTL_TORTURE_ROUNDS=$(ROUNDS) \
	  IAPCTL_TORTURE_DELIVERIES=$(DELIVERIES) IAPCTL_MODEL_STEPS=$(OPERATIONS) \
	  $(SWIFT) test --skip-build --filter 'TortureTests|TogetherTests|OperatorsTests|DeliveriesTests|ModelTests'

# The machine of a batch in simulated worlds, from the first seed on, with all that can go wrong. A world
# that fails is made shorter and told. 'make simulate SEED=7' repeats one. Tests/World/Defects/find plants
# defects, and says after how many worlds each is found.
SEEDS ?= 1000000
FIRST ?= 1
simulate: deps
	$(SWIFT) build -c release --scratch-path .build/simulate --product simulate
	.build/simulate/release/simulate $(if $(filter command line,$(origin SEED)),seed $(SEED),$(SEEDS) $(FIRST))

# Every point at which an operation of a store can be killed, or its disk can fail. 'make test' tries
# a few of them.
crash: deps-test build
	$(SWIFT) build $(CHECKS) --build-tests
	IAPCTL_BINARY="$(CURDIR)/$(BINARY)" IAPCTL_CRASH_POINTS=all \
	  $(SWIFT) test --skip-build --filter CrashTests

# Each target gets any bytes for this long. What is found is kept in .build/fuzz-findings.
SECONDS ?= 60
fuzz: deps
	IAPCTL_FUZZ=1 $(SWIFT) build -c release --scratch-path .build/fuzz --product iapctl-fuzz \
	  -Xswiftc -sanitize=fuzzer,address -Xswiftc -enable-testing -Xswiftc -DFUZZING
	Fuzz/run .build/fuzz/release/iapctl-fuzz $(SECONDS)

# The whole suite with a sanitizer, in build folders of their own. Tests of start time, memory and
# linking are skipped, because a sanitizer changes these.
sanitize: sanitize-address sanitize-thread

SANITIZED = env -u IAPCTL_BINARY IAPCTL_SANITIZER=$(1) $(AT_A_TIME) \
  ASAN_OPTIONS=detect_leaks=0:exitcode=99 \
  TSAN_OPTIONS="suppressions=$(CURDIR)/Tests/thread-suppressions.txt:halt_on_error=1:exitcode=99" \
  $(SWIFT) test --skip-build --scratch-path .build/sanitize-$(1) --sanitize=$(1) \
  $(if $(FILTER),--filter "$(FILTER)")

sanitize-address sanitize-thread: sanitize-%: deps-test
	$(SWIFT) build --sanitize=$* --build-tests --scratch-path .build/sanitize-$*
	$(call SANITIZED,$*)

# The server and its own description, compared by schemathesis, which is installed into .build.
CONFORMANCE = .build/conformance
EXAMPLES   ?= 50
conformance: build $(CONFORMANCE)/bin/schemathesis
	"$(BINARY)" serve --sample -- $(CONFORMANCE)/bin/python Tests/generated-client
	Tests/conformance "$(BINARY)" $(CONFORMANCE)/bin/schemathesis $(EXAMPLES)

$(CONFORMANCE)/bin/schemathesis: $(CONFORMANCE)/bin/openapi-python-client
	$(CONFORMANCE)/bin/pip install --quiet 'schemathesis>=4,<5'

$(CONFORMANCE)/bin/openapi-python-client:
	python3 -m venv $(CONFORMANCE)
	$(CONFORMANCE)/bin/pip install --quiet 'openapi-python-client<1'

# Ratios to curl, sqlite3, gh, wrk and nginx, in one run: see BENCHMARKS.md. It is not a test.
# 'make bench ONLY=rest ROWS=20000' measures one part, and leaves the table as it is.
ROWS ?= 1000000
ONLY ?=
bench: deps-bench build
	python3 Benchmarks/bench.py "$(BINARY)" --rows $(ROWS) $(if $(ONLY),--only $(ONLY),--write)

COMMIT = $(shell git rev-parse HEAD 2>/dev/null)

build: export IAPCTL_COMMIT = $(COMMIT)
build: deps $(TABLES)
	$(SWIFT) build $(CHECKS) -c release $(STATIC) $(PACKAGED) --product iapctl

$(TABLES):
	@mkdir -p $(@D) && ln -sf "$$(clang -print-file-name=libstdc++.a)" $(@D)/
	@echo 'SECTIONS { /DISCARD/ : { *(.eh_frame) *(.gcc_except_table*) } } INSERT AFTER .rodata;' > $@

# A test compares the committed files with the output of this target. The picture shows what the tour
# prints.
# The catalogues of po/ are brought up to the sentences of the program, and compiled into it, before.
MADE = .build/docs
LANGUAGES = $(shell grep -v '^\#' po/LINGUAS)
docs: deps deps-docs
	$(SWIFT) build $(CHECKS) --product iapctl
	$(SWIFT) build $(CHECKS) --product iapctl-docs
	@rm -rf $(MADE) && mkdir -p $(LANGUAGES:%=$(MADE)/man/%) $(MADE)/completions $(MADE)/docs
	TMPDIR="$(CURDIR)/$(MADE)" .build/debug/iapctl tour --lang en --time-zone UTC > $(MADE)/tour.txt
	.build/debug/iapctl-docs $(MADE) < $(MADE)/tour.txt
	po/update $(MADE)/help.jsonl
	$(SWIFT) build $(CHECKS) --product iapctl-docs
	.build/debug/iapctl-docs $(MADE) < $(MADE)/tour.txt
	@rm -rf man completions && mv $(MADE)/man $(MADE)/completions . && mv $(MADE)/docs/* docs

# The installation folders, below PREFIX. Packages set DESTDIR, which is put in front.
PREFIX  ?= /usr/local
BINDIR   = $(DESTDIR)$(PREFIX)/bin
SHAREDIR = $(DESTDIR)$(PREFIX)/share
BASHDIR  = $(SHAREDIR)/bash-completion/completions
ZSHDIR   = $(SHAREDIR)/zsh/site-functions
FISHDIR  = $(SHAREDIR)/fish/vendor_completions.d

# Builds only if a source is newer than the binary. So root can install what another user has built.
SOURCES = Package.swift $(shell find Sources -type f)

$(BINARY): $(SOURCES)
	@$(MAKE) --no-print-directory build && touch "$(BINARY)"

install: $(BINARY)
	install -d "$(BINDIR)" "$(BASHDIR)" "$(ZSHDIR)" "$(FISHDIR)" \
	  "$(SHAREDIR)/man/man1" "$(SHAREDIR)/man/man5" \
	  $(foreach language,$(LANGUAGES),$(foreach section,1 5,"$(SHAREDIR)/man/$(language)/man$(section)"))
	install -m 755 "$(BINARY)" "$(BINDIR)/iapctl"
	install -m 644 $(wildcard man/*.1) "$(SHAREDIR)/man/man1"
	install -m 644 $(wildcard man/*.5) "$(SHAREDIR)/man/man5"
	for language in $(LANGUAGES); do for section in 1 5; do install -m 644 man/$$language/*.$$section \
	  "$(SHAREDIR)/man/$$language/man$$section" || exit; done; done
	install -m 644 completions/iapctl.bash "$(BASHDIR)/iapctl"
	install -m 644 completions/_iapctl "$(ZSHDIR)/_iapctl"
	install -m 644 completions/iapctl.fish "$(FISHDIR)/iapctl.fish"

uninstall:
	rm -f "$(BINDIR)/iapctl" "$(BASHDIR)/iapctl" "$(ZSHDIR)/_iapctl" "$(FISHDIR)/iapctl.fish"
	rm -f "$(SHAREDIR)/man/man1/iapctl.1" "$(SHAREDIR)"/man/man1/iapctl-*.1 \
	  "$(SHAREDIR)"/man/man5/iapctl-*.5 $(LANGUAGES:%="$(SHAREDIR)"/man/%/man?/iapctl*.?)

# The packages of a release, in the folder dist. The same commit and the same tools make the same
# bytes in any folder: the debugging information has no absolute paths, and nothing that depends on
# the paths of compiled modules and objects.
VERSION = $(shell sed -n 's/.* version = "\(.*\)"/\1/p' Sources/IAPConsole/Release.swift)
TARBALL = iapctl-$(VERSION)-linux-$(shell uname -m)
DIST   ?= dist
STAGE  ?= .build/stage
PACKAGED_BINARY = .build/dist/release/iapctl
ANYWHERE = --scratch-path .build/dist -Xcc "-ffile-prefix-map=$(CURDIR)=." \
  -Xswiftc -file-prefix-map -Xswiftc "$(CURDIR)=." \
  -Xswiftc -Xfrontend -Xswiftc -no-clang-module-breadcrumbs \
  -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen

# The debugging information names the folder in which macros are expanded, so it is in the project.
PACKAGED_BUILD = mkdir -p .build/dist/tmp && \
  $(MAKE) --no-print-directory build TMPDIR="$(CURDIR)/.build/dist/tmp"

# The binary of the tarball contains SQLite: it also runs where SQLite is missing or too old.
SQLITE = .build/static-sqlite
dist: committed deps $(TABLES)
	@mkdir -p $(SQLITE) && ln -sf "$$(clang -print-file-name=libsqlite3.a)" $(SQLITE)/
	printf '%s\n' 'Name: SQLite' 'Description: its archive' 'Version: 3' 'Libs: -L$(SQLITE)' \
	  > $(SQLITE)/sqlite3.pc
	$(PACKAGED_BUILD) PACKAGED='$(ANYWHERE) --pkg-config-path $(SQLITE)'
	$(MAKE) --no-print-directory tarball BINARY=$(PACKAGED_BINARY)

# Debuggers find the file with the debugging information beside the binary.
SUMS = cd "$(DIST)" && find iapctl* | LC_ALL=C sort | xargs sha256sum > SHA256SUMS
DOCUMENTS = README.md CHANGELOG.md LICENSE SECURITY.md
tarball: SHARE = $(STAGE)/$(TARBALL)/share
tarball: TAR = tar --format=ustar --sort=name --owner=0 --group=0 --numeric-owner \
  --mode=u=rwX,go=rX --mtime=@$(shell git log -1 --format=%ct 2>/dev/null || date +%s)
tarball:
	@rm -rf "$(STAGE)" && mkdir -p "$(SHARE)/doc/iapctl/docs" "$(DIST)"
	objcopy --only-keep-debug --compress-debug-sections "$(BINARY)" "$(DIST)/$(TARBALL).debug"
	objcopy --strip-all --add-gnu-debuglink="$(DIST)/$(TARBALL).debug" \
	  "$(BINARY)" "$(STAGE)/iapctl"
	$(MAKE) --no-print-directory -o "$(STAGE)/iapctl" install BINARY="$(STAGE)/iapctl" \
	  DESTDIR="$(STAGE)/$(TARBALL)" PREFIX=
	cp $(DOCUMENTS) "$(SHARE)/doc/iapctl" && cp docs/* "$(SHARE)/doc/iapctl/docs"
	$(TAR) -C "$(STAGE)" -c $(TARBALL) | gzip -n > "$(DIST)/$(TARBALL).tar.gz"
	$(SUMS)

# A package has what its commit has.
committed:
	@test -z "$$(git status --porcelain)" || { echo "commit the changes first" >&2; exit 1; }

# dpkg-buildpackage packages the binary that is built here, because Debian has no Swift.
DEBSTAGE = .build/deb
DEBTOOLS = dpkg-buildpackage dh lintian mmdebstrap newuidmap
deb: committed deps-deb deps $(TABLES)
	$(PACKAGED_BUILD) PACKAGED='$(ANYWHERE)'
	@rm -rf $(DEBSTAGE) && mkdir -p $(DEBSTAGE)/iapctl "$(DIST)"
	git archive HEAD | tar -x -C $(DEBSTAGE)/iapctl
	cd $(DEBSTAGE)/iapctl && BINARY="$(CURDIR)/$(PACKAGED_BINARY)" dpkg-buildpackage -d --no-sign
	lintian --fail-on error,warning $(DEBSTAGE)/*.changes
	cp $(DEBSTAGE)/*.deb "$(DIST)" && $(SUMS)

# Installs both packages in a bare Debian 12, uses and removes them. Without root, mmdebstrap needs
# subordinate ids (/etc/subuid).
deb-test: deps-deb
	Tests/Packages/try "$(DIST)"/iapctl_$(VERSION)_*.deb "$(DIST)/$(TARBALL).tar.gz"

.PHONY: tarball committed deb deb-test deps-deb
deps-deb:
	@for tool in $(DEBTOOLS); do command -v $$tool >/dev/null || missing="$$missing $$tool"; done; \
	  test -z "$$missing" || { $(SUDO) apt-get update && $(SUDO) env DEBIAN_FRONTEND=noninteractive \
	  apt-get install -y --no-install-recommends debhelper dpkg-dev fakeroot lintian mmdebstrap \
	  uidmap; }

lint:
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests Fuzz
	.ci/check-files

format:
	$(SWIFT) format --in-place --recursive Package.swift Sources Tests Fuzz

# Of libcurl and libpq, the build needs only the headers: the libraries are loaded on demand.
HEADERS = sqlite3 curl/curl microhttpd postgresql/libpq-fe

# Installs missing dependencies.
deps:
	@command -v $(SWIFT) >/dev/null || \
	  { echo "Swift 6.2 or newer is needed; to install it, see https://www.swift.org/install" >&2; exit 1; }
	@printf '#include <%s.h>\n' $(HEADERS) | $(CC) -x c -fsyntax-only - 2>/dev/null || \
	  $(MAKE) --no-print-directory install-libraries

SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)

.PHONY: install-libraries
install-libraries:
ifeq ($(UNAME),Darwin)
	brew install sqlite libmicrohttpd libpq pkg-config
else
	$(SUDO) apt-get update
	$(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -y gcc libc6-dev \
	  libsqlite3-dev libcurl4-openssl-dev libmicrohttpd-dev libpq-dev
endif

# The programs that only the tests need. bash, zsh and fish test the completion. mandoc and man read
# the manual pages. openssl makes certificates and serves with them. curl and Python send the requests of
# docs/ci.md, and with gettext make the catalogues. strace makes the disk fail. PostgreSQL keeps the journal of a team; the tests start a
# cluster of their own. If a program is missing, its tests are skipped and say so.
TESTTOOLS = bash zsh fish mandoc man openssl curl strace psql python3 msgmerge

deps-test:
	@for tool in $(TESTTOOLS); do command -v $$tool >/dev/null || missing="$$missing $$tool"; done; \
	  test -z "$$missing" || $(MAKE) --no-print-directory install-test-tools || \
	  echo "not installed:$$missing; the tests that need them are skipped" >&2

.PHONY: install-test-tools
install-test-tools:
ifeq ($(UNAME),Darwin)
	brew install bash fish mandoc openssl postgresql gettext
else
	$(SUDO) apt-get update
	$(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -y bash zsh fish mandoc man-db groff-base openssl curl strace postgresql python3 gettext
endif

.PHONY: deps-docs
deps-docs:
	@for tool in python3 msgmerge; do command -v $$tool >/dev/null || missing="$$missing $$tool"; done; \
	  test -z "$$missing" || $(if $(filter Darwin,$(UNAME)),brew install python gettext,{ $(SUDO) apt-get update && \
	  $(SUDO) apt-get install -y --no-install-recommends python3 gettext; })

BENCHTOOLS = python3 curl sqlite3 jq gh wrk nginx psql cc strip time

.PHONY: deps-bench
deps-bench:
	@for tool in $(BENCHTOOLS); do command -v $$tool >/dev/null || missing="$$missing $$tool"; done; \
	  test -z "$$missing" || { $(SUDO) apt-get update && $(SUDO) env DEBIAN_FRONTEND=noninteractive \
	  apt-get install -y --no-install-recommends python3 curl sqlite3 jq gh wrk nginx-light gcc libc6-dev \
	  libcurl4-openssl-dev postgresql binutils time; }

clean:
	$(SWIFT) package clean

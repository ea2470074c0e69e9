# What a newcomer needs: `make run`, `make test`. All but the sanitizer's and `mutate` share one release build (.build/release).

# The same for all, so that nothing is compiled twice: -enable-testing is for the tests' `@testable import`. Nobody waits for
# a module before it is compiled, so its interface is written then: a compiler of its own for it costs a tenth of the time.
#
# A generic type is made from the conformances that the compiler knows, not from its mangled name. For a name, Swift searches
# all 7,500 conformances of the program for each argument; that was a sixth of the instructions of a photo.
#
# SwiftPM indexes tests to find those of XCTest. There are none, so the index leaves out other people's modules, which are
# a tenth of a test module's time.
SWIFT_BUILD = swift build -c release -Xswiftc -enable-testing -Xswiftc -no-emit-module-separately-wmo \
	-Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors \
	-Xswiftc -index-ignore-system-modules -Xswiftc -index-ignore-clang-modules

# Where `make install` puts things; packagers give DESTDIR too.
PREFIX = /usr/local
DESTDIR =

.PHONY: setup build build-app app run install uninstall check-desktop translations
.PHONY: build-tests build-thread-sanitizer build-example test test-devices test-window test-screens test-fresh test-hostile test-thread-sanitizer mutate
.PHONY: screenshots documentation bench format lint clean

# A build with other flags compiles everything again. OpenCombine would then find the old module CoreFoundation, which is not
# the toolchain's, before the new ones are there.
FLAGS = .build/flags-$(firstword $(shell echo '$(SWIFT_BUILD)' | cksum))
$(FLAGS):
	@rm -rf .build/flags-* .build/*/release/Modules
	@mkdir -p .build && touch $@

## The Debian packages and the Swift toolchain that a build needs; installs what is missing.
setup: $(FLAGS)
	@command -v swift >/dev/null || Scripts/check-swift
	@Scripts/install-dependencies build
	@Scripts/check-swift

build: setup
	$(SWIFT_BUILD) --product avcam

build-app: build
	@Scripts/install-dependencies app
	$(SWIFT_BUILD) --product avcam-window
	$(SWIFT_BUILD) --product avcam-lock-camera
	@Scripts/install-app --data-only $(CURDIR)/.build

## Opens the camera's window.
app: build-app
	.build/release/avcam-window

## Installs the programs, their libraries, manual pages, completions and the files that the desktop needs.
install: build-app
	Scripts/install-app $(if $(DESTDIR),--destdir $(DESTDIR)) $(PREFIX)

uninstall:
	Scripts/uninstall-app $(if $(DESTDIR),--destdir $(DESTDIR)) $(PREFIX)

## Desktop file, metainfo, windows, translations, manual: checked by the desktop's own tools.
check-desktop: build-app
	@Scripts/install-dependencies window
	Scripts/with-programs build app window -- Scripts/check-desktop-files

## Collects the texts of the window and merges them into po/*.po.
translations:
	@Scripts/install-dependencies app
	Scripts/translations update

## Takes one photo and records three seconds with the best available camera.
run: build
	.build/release/avcam try

## Everything, tests included.
build-tests: setup
	@Scripts/install-dependencies app test
	$(SWIFT_BUILD) --build-tests

# The package in the folder EXAMPLE, built like everything else, so that only the example itself is left to compile. SwiftPM
# might mistake the other package's plan for this one's, so the plan is removed.
build-example:
	rm -f .build/release.yaml
	$(SWIFT_BUILD) --build-tests --package-path $(EXAMPLE) --scratch-path .build

# Five runs at the same time, because most tests wait: for cameras, which run in real time, and for programs.
#
# - Tests that start avcam run in parallel, three for each processor. So do those of the app, which wait without holding a
#   thread; all of them at once would be more cameras than the machine can draw.
# - Suites with phones of their own run in parallel, one test for each processor, because each holds a thread. So do those of
#   modules that make and read files or pictures, and those of mistakes, each of which ends a process of its own.
# - All others share a phone or the environment, or measure what the process holds, and run one after the other.
own_phones := ^(AVFoundationTests.OnTheSimulatedPhone|AVKitTests|CoreMotionTests)[./]
app := ^(AVCamCoreTests|LockedCameraCaptureTests)[./]
files := ^((Photos|PhotoCoding|MovieCoding|PixelCoding|MediaFileDevices|CoreImage|VideoToolbox|Vision)Tests[./]|AVFoundationTests[.](Asset|Export|Composition|Player|QueuePlayer)|[A-Za-z]+[.][A-Za-z]+MistakeTests)
three_each = --experimental-maximum-parallelization-width $$((3 * $$(nproc)))
test: build-tests
	Scripts/with-programs build app test -- Scripts/run-tests .build/release \
		"--filter ^IntegrationTests $(three_each)" "--filter $(app) $(three_each)" \
		'--filter $(own_phones)' '--filter $(files)' \
		'--no-parallel --skip ^IntegrationTests --skip $(app) --skip $(own_phones) --skip $(files)'

# The scripts that one line runs share one second try (Tests/Machines/second_try.py), and a whole run of .ci/run has
# only one.
SHARING_A_SECOND_TRY = own=$$(mktemp); trap 'rm -f "$$own"' EXIT; export SECOND_TRIES="$${SECOND_TRIES:-$$own}";

## The same program on the kernel's virtual devices and on a private PipeWire desktop.
test-devices: build
	@Scripts/install-dependencies app test devices
	$(SWIFT_BUILD) --product avcamPackageTests
	@set -e; $(SHARING_A_SECOND_TRY) for script in Tests/Machines/*-tests; do \
		echo "== $$script"; Scripts/with-programs build app test devices -- $$script; done

## The tests under the thread sanitizer; TARGETS="A B" builds only those, SUITES="A|B" runs only those, SKIP="C|D" not these.
test-thread-sanitizer: build-thread-sanitizer
	Scripts/with-programs build app test -- Scripts/run-tests .build/thread-sanitizer/debug \
		"--no-parallel $(if $(SUITES),--filter $(SUITES)) $(if $(SKIP),--skip $(SKIP))"

build-thread-sanitizer: setup
	@Scripts/install-dependencies app test
	AVCAM_TEST_TARGETS="$(TARGETS)" swift build $(if $(TARGETS),--product avcamPackageTests,--build-tests) \
		--sanitize=thread --scratch-path .build/thread-sanitizer

## The README's commands where nothing is installed: each in a Debian of its own. Takes most of an hour.
test-fresh:
	@Scripts/install-dependencies fresh
	Scripts/test-fresh

## Attacks on the program, in many ways and at random: COUNT=3 rounds of each kind, 500 for a night; SEED=N makes the same
## ones again; ATTACK="kill disk" chooses. As root, as some need file systems and users of their own.
test-hostile: build
	@Scripts/install-dependencies test hostile
	for product in avcam-edit-library avcamPackageTests; do $(SWIFT_BUILD) --product $$product || exit; done
	Scripts/with-programs build test hostile -- Tests/Hostile/attack --count $(or $(COUNT),3) $(if $(SEED),--seed $(SEED)) $(ATTACK)

## Shows which broken lines no test notices: MODULE="A B" breaks COUNT=20 lines of each; SEED=N breaks the same ones again.
mutate: setup
	@Scripts/install-dependencies app test
	Scripts/mutate --module $(or $(MODULE),CaptureEngine) --count $(or $(COUNT),20) $(if $(SEED),--seed $(SEED))

## The documentation of the public modules, from the comments, in .build/documentation; a warning is an error.
documentation: build-tests
	Scripts/build-documentation

SMALL_APPS = clip-notes filter-camera photo-booth qr-scanner scanner-kiosk shelf-scanner time-lapse video-recorder

## The window from outside: D-Bus, screen reader, keys and mouse, on a display without a screen.
test-window: build-app
	@Scripts/install-dependencies test window
	for app in uikit-sample avcam-app $(SMALL_APPS); do $(SWIFT_BUILD) --product $$app || exit; done
	@$(SHARING_A_SECOND_TRY) $(MAKE) --no-print-directory -j2 --output-sync test-window-1 test-window-2 test-screens

test-screens:
	Scripts/with-programs build app test window -- Tests/Window/screen-tests
	Scripts/with-programs build app test window -- Tests/Window/lock-tests

test-window-%:
	Scripts/with-programs build app test window -- Tests/Window/window-tests --half $*

## Pictures of the window for docs/screenshots.
screenshots: build-app
	@Scripts/install-dependencies test window
	Scripts/with-programs build app test window -- Tests/Window/take-screenshots

## Side by side with ffmpeg and gst-launch.
bench: build-app
	@Scripts/install-dependencies app bench
	$(SWIFT_BUILD) --product avcam-measure
	Scripts/with-programs build app bench -- Benchmarks/run

SWIFT_SOURCES = Package.swift $(wildcard Plugins Sources Apps Tests Examples Benchmarks)

format:
	swift format -i -r $(SWIFT_SOURCES)

lint:
	Scripts/with-programs --check
	swift format lint --strict -r $(SWIFT_SOURCES)

clean:
	swift package clean
	rm -rf .build/thread-sanitizer

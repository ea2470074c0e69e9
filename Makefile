# What a newcomer needs: `make run`, `make test`. All but the sanitizer's share one release build (.build/release).

# -enable-testing is for the tests' `@testable import`; given always, so that nothing is compiled twice.
SWIFT_BUILD = swift build -c release -Xswiftc -enable-testing

.PHONY: setup build run test test-devices test-thread-sanitizer bench format lint clean

## The Debian packages and the Swift toolchain that a build needs; installs what is missing.
setup:
	@command -v swift >/dev/null || Scripts/check-swift
	@Scripts/install-dependencies build
	@Scripts/check-swift

build: setup
	$(SWIFT_BUILD) --product avcam

## Takes one photo and records three seconds from the best camera there is.
run: build
	.build/release/avcam try

# One test after the other: they share one simulated phone, and its cameras run in real time.
test: setup
	@Scripts/install-dependencies test
	$(SWIFT_BUILD) --build-tests
	swift test -c release --skip-build --no-parallel

## The same program on the kernel's virtual devices and on a private PipeWire desktop.
test-devices: build
	@Scripts/install-dependencies devices
	@set -e; for script in Tests/Machines/*-tests; do echo "== $$script"; $$script; done

## The tests under the thread sanitizer; SUITES=A|B runs only those.
test-thread-sanitizer: setup
	@Scripts/install-dependencies test
	swift test --no-parallel --sanitize=thread --scratch-path .build/thread-sanitizer $(if $(SUITES),--filter "$(SUITES)")

## Side by side with ffmpeg and gst-launch.
bench: build
	@Scripts/install-dependencies bench
	Benchmarks/run

SWIFT_SOURCES = Package.swift $(wildcard Sources Tests Examples Benchmarks)

format:
	swift format -i -r $(SWIFT_SOURCES)

lint:
	swift format lint --strict -r $(SWIFT_SOURCES)

clean:
	swift package clean
	rm -rf .build/thread-sanitizer .build/examples

@_spi(Linux) import AVFoundation
import AVCamCore

/// Tests whether a camera gives each output what it asks for: pixel formats × outputs × numbers of frames. Also
/// sessions that are stopped right after their start, and while requests are in flight.
///
/// Source of the numbers: libcamera, lc-compliance.
struct ComplianceMatrix {
    private static let allNumbers = [1, 2, 3, 5, 8, 89]
    private static let fewNumbers = [1, 8]
    private static let numberOfStarts = 20

    let camera: AVCaptureDevice

    /// Tests every pixel format: at its smallest size with all numbers, at its largest one with a few.
    func run(_ report: (Doctor.Finding) -> Void) async {
        do throws(ComplianceFault) {
            try ComplianceBench(camera: camera, format: camera.activeFormat).opens()
        } catch {
            return report(problem(error.message))
        }
        for format in formats {
            guard camera.isConnected else { return report(problem("it was unplugged")) }
            let numbers = format.isSmallest ? Self.allNumbers : Self.fewNumbers
            let bench = ComplianceBench(camera: camera, format: format.format)
            func test(
                _ what: String, _ numbers: [Int], _ body: (ComplianceBench, Int) async throws(ComplianceFault) -> Int
            ) async {
                report(await finding("\(format.name), \(what)", numbers, bench, body))
            }
            await test("frames", numbers) { bench, count throws(ComplianceFault) in
                try await bench.frames(count)
                return 0
            }
            await test("photos", numbers) { bench, count throws(ComplianceFault) in
                try await bench.photos(count)
                return 0
            }
            await test("movie", numbers) { bench, count throws(ComplianceFault) in try await bench.movie(count) }
            guard format.isSmallest else { continue }
            await test("started and stopped at once", [Self.numberOfStarts]) { bench, count throws(ComplianceFault) in
                try await bench.startsAndStops(count)
                return 0
            }
            await test("stopped with photos in flight", numbers.dropLast()) { bench, count throws(ComplianceFault) in
                try await bench.photos(count, isStopped: true)
                return 0
            }
            await test("stopped while recording", numbers.dropLast()) { bench, count throws(ComplianceFault) in
                try await bench.interruptedMovie(count)
            }
        }
    }

    /// What stands in the way of all tests.
    private func problem(_ message: String) -> Doctor.Finding {
        Doctor.Finding(check: "\(camera.uniqueID) compliance", isOK: false, message: message)
    }

    private struct Format {
        var format: AVCaptureDevice.Format
        var isSmallest: Bool

        /// `420v 640 x 480`
        var name: String {
            "\(format.nativeEncoding) \(Text.dimensions(format.formatDescription.dimensions))"
        }
    }

    /// Of each pixel format the smallest size and, if it has several, the largest.
    private var formats: [Format] {
        var encodings: [String] = []
        for format in camera.formats where !encodings.contains(format.nativeEncoding) {
            encodings.append(format.nativeEncoding)
        }
        return encodings.flatMap { encoding -> [Format] in
            let all = camera.formats.filter { $0.nativeEncoding == encoding }
            guard let smallest = all.min(by: { $0.pixelCount < $1.pixelCount }) else { return [] }
            let largest = all.max { $0.pixelCount < $1.pixelCount }.flatMap { largest in
                largest.pixelCount > smallest.pixelCount ? Format(format: largest, isSmallest: false) : nil
            }
            return [Format(format: smallest, isSmallest: true)] + (largest.map { [$0] } ?? [])
        }
    }

    /// - Parameter body: returns how many frames were dropped.
    private func finding(
        _ what: String, _ numbers: [Int], _ bench: ComplianceBench,
        _ body: (ComplianceBench, Int) async throws(ComplianceFault) -> Int
    ) async -> Doctor.Finding {
        let name = "\(camera.uniqueID) \(what)"
        var dropped = 0
        for number in numbers {
            do throws(ComplianceFault) {
                dropped += try await body(bench, number)
            } catch {
                return Doctor.Finding(check: name, isOK: false, message: "of \(number): \(error.message)")
            }
        }
        let passed = numbers.map(String.init).joined(separator: ", ")
        let isSlow = dropped > 0 ? "; frames that this computer was too slow for: \(dropped)" : ""
        return Doctor.Finding(check: name, isOK: true, message: passed + isSlow)
    }
}

extension AVCaptureDevice.Format {
    fileprivate var pixelCount: Int {
        let size = formatDescription.dimensions
        return Int(size.width) * Int(size.height)
    }
}

import CoreVideo
import Foundation
import Locking
import Testing

/// Counts the calls of a C callback.
private final class Releases: Sendable {
    let log = Mutex<[UInt]>([])
    var count: Int { log.withLock { $0.count } }
    func add(_ address: UnsafeRawPointer?) {
        let bits = UInt(bitPattern: address)
        log.withLock { $0.append(bits) }
    }
}

@Suite struct WrappedPixelBufferTests {
    @Test func bytesAreReleasedOnceWithTheLastReference() throws {
        let bytes = UnsafeMutableRawPointer.allocate(byteCount: 2560 * 480, alignment: 64)
        defer { bytes.deallocate() }
        let releases = Releases()
        var buffer: CVPixelBuffer?
        let code = CVPixelBufferCreateWithBytes(
            nil, 640, 480, kCVPixelFormatType_32BGRA, bytes, 2560,
            { context, base in
                Unmanaged<Releases>.fromOpaque(context!).takeUnretainedValue().add(base)
            }, Unmanaged.passUnretained(releases).toOpaque(), nil, &buffer)
        #expect(code == kCVReturnSuccess)
        #expect(CVPixelBufferGetBaseAddress(try #require(buffer)) == bytes)
        var another = buffer
        buffer = nil
        #expect(releases.count == 0)
        #expect(another != nil)
        another = nil
        #expect(releases.log.withLock { $0 } == [UInt(bitPattern: bytes)])
    }

    @Test func planesAreReleasedOnceWithTheirAddresses() throws {
        let data = UnsafeMutableRawPointer.allocate(byteCount: 8192, alignment: 64)
        defer { data.deallocate() }
        let releases = Releases()
        var bases: [UnsafeMutableRawPointer?] = [data, data + 4096]
        var (widths, heights, strides) = ([32, 16], [16, 8], [48, 40])
        var buffer: CVPixelBuffer?
        let code = CVPixelBufferCreateWithPlanarBytes(
            nil, 32, 16, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, data, 8192, 2, &bases, &widths, &heights,
            &strides,
            { context, data, size, count, planes in
                let releases = Unmanaged<Releases>.fromOpaque(context!).takeUnretainedValue()
                releases.add(data)
                for index in 0..<count { releases.add(planes?[index]) }
            }, Unmanaged.passUnretained(releases).toOpaque(), nil, &buffer)
        #expect(code == kCVReturnSuccess)
        let made = try #require(buffer)
        #expect(CVPixelBufferGetBaseAddressOfPlane(made, 1) == data + 4096)
        #expect(CVPixelBufferGetBytesPerRowOfPlane(made, 1) == 40)
        withExtendedLifetime(made) { buffer = nil }
        #expect(releases.count == 0)
    }

    @Test func refusedMemoryIsNotReleased() {
        let bytes = UnsafeMutableRawPointer.allocate(byteCount: 4096, alignment: 64)
        defer { bytes.deallocate() }
        let released = Mutex(0)
        let release: @Sendable () -> Void = { released.withLock { $0 += 1 } }
        #expect(throws: CVError(kCVReturnInvalidArgument)) {
            _ = try CVPixelBuffer(
                wrapping: [(bytes, 31)], width: 32, height: 4, pixelFormat: kCVPixelFormatType_OneComponent8,
                release: release)
        }
        #expect(throws: CVError(kCVReturnInvalidArgument)) {
            _ = try CVPixelBuffer(
                wrapping: [(bytes, 32)], width: 32, height: 4,
                pixelFormat: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, release: release)
        }
        #expect(throws: CVError(kCVReturnInvalidPixelFormat)) {
            _ = try CVPixelBuffer(
                wrapping: [(bytes, 32)], width: 32, height: 4, pixelFormat: 1234, release: release)
        }
        #expect(released.withLock { $0 } == 0)
    }

    @Test func memoryIsReleasedOnceWhenManyThreadsDropIt() throws {
        let bytes = UnsafeMutableRawPointer.allocate(byteCount: 4096, alignment: 64)
        defer { bytes.deallocate() }
        let released = Mutex(0)
        for _ in 0..<50 {
            let holders = Mutex<[CVPixelBuffer]>([])
            do {
                let buffer = try CVPixelBuffer(
                    wrapping: [(bytes, 64)], width: 64, height: 64, pixelFormat: kCVPixelFormatType_OneComponent8
                ) { released.withLock { $0 += 1 } }
                holders.withLock { $0 = Array(repeating: buffer, count: 8) }
            }
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                let last = holders.withLock { $0.popLast() }
                withExtendedLifetime(last) {}
            }
        }
        #expect(released.withLock { $0 } == 50)
    }
}

import CoreVideo
import Foundation
import Glibc
import Testing

@Suite struct PixelBufferPoolTests {
    private let attributes: [String: Any] = [
        kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
        kCVPixelBufferWidthKey: 64, kCVPixelBufferHeightKey: 48,
    ]

    private func pool(minimum: Int = 0) throws -> CVPixelBufferPool {
        var pool: CVPixelBufferPool?
        let code = CVPixelBufferPoolCreate(
            nil, [kCVPixelBufferPoolMinimumBufferCountKey: minimum], attributes, &pool)
        #expect(code == kCVReturnSuccess)
        return try #require(pool)
    }

    private func address(_ buffer: CVPixelBuffer?) -> UInt {
        buffer.map { UInt(bitPattern: CVPixelBufferGetBaseAddress($0)) } ?? 0
    }

    @Test func anEmptyPoolReturnsNothingUntilABufferIsReturned() throws {
        let pool = try CVPixelBufferPool.make(
            width: 64, height: 48, pixelFormat: kCVPixelFormatType_32BGRA, capacity: 3)
        var held = (0..<3).map { _ in pool.makeBuffer() }
        #expect(held.allSatisfy { $0 != nil })
        #expect(Set(held.map(address)).count == 3)
        #expect(pool.makeBuffer() == nil)
        let returned = address(held[1])
        held[1] = nil
        let again = pool.makeBuffer()
        #expect(address(again) == returned)
        withExtendedLifetime((held, again)) { #expect(pool.makeBuffer() == nil) }
    }

    @Test func poolGrowsFromItsFirstBuffersToItsCapacity() throws {
        let pool = try CVPixelBufferPool.make(
            width: 64, height: 32, pixelFormat: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, capacity: 3,
            initialCount: 1)
        #expect(pool.freeCount == 1)
        do {
            let held = try (0..<3).map { _ in try #require(pool.makeBuffer()) }
            // An optimized build releases what is no longer used.
            withExtendedLifetime(held) { #expect(pool.makeBuffer() == nil) }
        }
        #expect(pool.freeCount == 3)
    }

    @Test func allocationThresholdLimitsBuffersInUse() throws {
        let pool = try pool()
        let limit = [kCVPixelBufferPoolAllocationThresholdKey: 2]
        var buffers: [CVPixelBuffer?] = [nil, nil, nil]
        for index in 0..<2 {
            #expect(
                CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(nil, pool, limit, &buffers[index])
                    == kCVReturnSuccess)
        }
        #expect(
            CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(nil, pool, limit, &buffers[2])
                == kCVReturnWouldExceedAllocationThreshold)
        #expect(buffers[2] == nil)
        #expect(CVPixelBufferPoolCreatePixelBuffer(nil, pool, &buffers[2]) == kCVReturnSuccess)
        buffers[0] = nil
        #expect(
            CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(nil, pool, limit, &buffers[0]) == kCVReturnSuccess)
    }

    @Test func slotsKeepTheirPagesFromBufferToBuffer() throws {
        let pool = try CVPixelBufferPool.make(
            width: 1920, height: 1080, pixelFormat: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, capacity: 2)
        for round in 0..<4 {
            let buffer = try #require(pool.makeBuffer())
            buffer.withPlanes { planes in
                let size = CVPixelBufferGetDataSize(buffer)
                var pages = [UInt8](repeating: 0, count: (size + 4095) / 4096)
                #expect(mincore(planes[0].base, size, &pages) == 0)
                #expect(pages.allSatisfy { $0 & 1 == 1 })
                let mark = planes[0].base.assumingMemoryBound(to: UInt8.self)
                if round > 0 { #expect(mark[0] == UInt8(round)) }
                mark[0] = UInt8(round + 1)
            }
        }
    }

    @Test func buffersKeepTheirPoolAndItsMemory() throws {
        var pool: CVPixelBufferPool? = try CVPixelBufferPool.make(
            width: 64, height: 48, pixelFormat: kCVPixelFormatType_32BGRA, capacity: 1)
        let buffer = try #require(pool?.makeBuffer())
        weak let watched = pool
        pool = nil
        #expect(watched != nil)
        buffer.withPlanes { _ = memset($0[0].base, 1, $0[0].bytesPerRow * 48) }
    }

    @Test func poolAndItsDescriptorsGoWithTheLastBuffer() throws {
        let before = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        weak var watched: CVPixelBufferPool?
        do {
            let pool = try CVPixelBufferPool.make(
                width: 64, height: 48, pixelFormat: kCVPixelFormatType_32BGRA, capacity: 64)
            watched = pool
            _ = pool.makeBuffer()
        }
        #expect(watched == nil)
        let after = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        #expect(after < before + 64)
    }

    @Test func flushFreesWhatIsIdleAboveTheMinimum() throws {
        let pool = try pool(minimum: 1)
        var buffers = (0..<4).map { _ -> CVPixelBuffer? in
            var buffer: CVPixelBuffer?
            _ = CVPixelBufferPoolCreatePixelBuffer(nil, pool, &buffer)
            return buffer
        }
        buffers[0] = nil
        buffers[1] = nil
        #expect(pool.freeCount == 2)
        CVPixelBufferPoolFlush(pool, [])
        #expect(pool.freeCount == 2)
        CVPixelBufferPoolFlush(pool, .excessBuffers)
        #expect(pool.freeCount == 0)
        buffers = []
        CVPixelBufferPoolFlush(pool, .excessBuffers)
        #expect(pool.freeCount == 1)
    }

    @Test func poolNeedsFormatWidthAndHeight() {
        for key in attributes.keys {
            var incomplete = attributes
            incomplete[key] = nil
            var pool: CVPixelBufferPool?
            #expect(CVPixelBufferPoolCreate(nil, nil, incomplete, &pool) == kCVReturnInvalidPixelBufferAttributes)
            #expect(pool == nil)
        }
        var pool: CVPixelBufferPool?
        #expect(CVPixelBufferPoolCreate(nil, nil, nil, &pool) == kCVReturnInvalidPixelBufferAttributes)
    }

    @Test func attachmentsOfThePoolAreOnEveryBuffer() throws {
        let pool = try CVPixelBufferPool.make(
            width: 64, height: 48, pixelFormat: kCVPixelFormatType_32BGRA, capacity: 1,
            attachments: [kCVImageBufferYCbCrMatrixKey: kCVImageBufferYCbCrMatrix_ITU_R_709_2])
        for _ in 0..<2 {
            let buffer = try #require(pool.makeBuffer())
            let matrix = CVBufferCopyAttachment(buffer, kCVImageBufferYCbCrMatrixKey, nil) as? String
            #expect(matrix == kCVImageBufferYCbCrMatrix_ITU_R_709_2)
            CVBufferRemoveAllAttachments(buffer)
        }
    }

    @Test func pixelsCanBeReadThroughTheDescriptorOfTheMemory() throws {
        let pool = try CVPixelBufferPool.make(
            width: 16, height: 2, pixelFormat: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, capacity: 1)
        let buffer = try #require(pool.makeBuffer())
        let offset = buffer.withPlanes { planes in
            memset(planes[1].base, 0x2A, 16)
            return planes[1].base - planes[0].base
        }
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = buffer.withFileDescriptor { pread($0, &bytes, 16, off_t(offset)) }
        #expect(count == 16)
        #expect(bytes.allSatisfy { $0 == 0x2A })
        let own = try CVPixelBuffer(width: 16, height: 2, pixelFormat: kCVPixelFormatType_32BGRA)
        #expect(own.withFileDescriptor { $0 } == nil)
    }

    @Test func slotsAreNeverSharedByTwoBuffersAtATime() throws {
        let pool = try CVPixelBufferPool.make(
            width: 16, height: 16, pixelFormat: kCVPixelFormatType_OneComponent8, capacity: 4)
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for round in 0..<2000 {
                guard let buffer = pool.makeBuffer() else { continue }
                buffer.withPlanes { planes in
                    let value = UInt8(truncatingIfNeeded: thread * 64 + round % 64)
                    memset(planes[0].base, Int32(value), 64)
                    let bytes = UnsafeRawBufferPointer(start: planes[0].base, count: 64)
                    let isWhole = bytes.allSatisfy { $0 == value }
                    #expect(isWhole)
                }
            }
        }
        #expect(pool.freeCount == 4)
    }
}

import CoreMedia
import Foundation
import Locking
import Testing

@Suite struct BlockBufferTests {
    private func buffer(_ bytes: [UInt8]) -> CMBlockBuffer { CMBlockBuffer(copying: Data(bytes)) }

    private func bytes(_ buffer: CMBlockBuffer) throws -> [UInt8] { Array(try buffer.dataBytes()) }

    @Test func bytesGoInAndOut() throws {
        let buffer = buffer([1, 2, 3, 4, 5])
        #expect(
            CMBlockBufferReplaceDataBytes(
                with: [9, 8] as [UInt8], blockBuffer: buffer, offsetIntoDestination: 3, dataLength: 2) == 0)
        #expect(CMBlockBufferFillDataBytes(with: 7, blockBuffer: buffer, offsetIntoDestination: 0, dataLength: 1) == 0)
        var out = [UInt8](repeating: 0, count: 4)
        #expect(CMBlockBufferCopyDataBytes(buffer, atOffset: 0, dataLength: 4, destination: &out) == 0)
        #expect(out == [7, 2, 3, 9])
        #expect(try bytes(buffer) == [7, 2, 3, 9, 8])
    }

    @Test func rangesBeyondTheEndAreRefused() {
        let buffer = buffer([1, 2, 3])
        var out = [UInt8](repeating: 0, count: 8)
        #expect(
            CMBlockBufferCopyDataBytes(buffer, atOffset: 4, dataLength: 0, destination: &out)
                == kCMBlockBufferBadOffsetParameterErr)
        #expect(
            CMBlockBufferCopyDataBytes(buffer, atOffset: -1, dataLength: 1, destination: &out)
                == kCMBlockBufferBadOffsetParameterErr)
        #expect(
            CMBlockBufferCopyDataBytes(buffer, atOffset: 1, dataLength: 3, destination: &out)
                == kCMBlockBufferBadLengthParameterErr)
        #expect(
            CMBlockBufferCopyDataBytes(buffer, atOffset: 1, dataLength: .max, destination: &out)
                == kCMBlockBufferBadLengthParameterErr)
        #expect(
            CMBlockBufferGetDataPointer(
                buffer, atOffset: 3, lengthAtOffsetOut: nil, totalLengthOut: nil, dataPointerOut: nil)
                == kCMBlockBufferBadOffsetParameterErr)
    }

    @Test func aRangeOutsideIsNotContiguous() {
        let buffer = buffer([1, 2, 3])
        #expect(CMBlockBufferIsRangeContiguous(buffer, atOffset: 2, length: 1))
        #expect(!CMBlockBufferIsRangeContiguous(buffer, atOffset: -1, length: 2))
        #expect(!CMBlockBufferIsRangeContiguous(buffer, atOffset: 3, length: 0))
    }

    @Test func appendedReferencesShareTheirBytes() throws {
        let (one, two) = (buffer([1, 2, 3, 4]), buffer([5, 6, 7]))
        var joined: CMBlockBuffer?
        #expect(CMBlockBufferCreateEmpty(allocator: nil, capacity: 2, flags: 0, blockBufferOut: &joined) == 0)
        let both = try #require(joined)
        #expect(both.isEmpty)
        #expect(
            CMBlockBufferAppendBufferReference(both, targetBBuf: one, offsetToData: 1, dataLength: 2, flags: 0) == 0)
        #expect(
            CMBlockBufferAppendBufferReference(both, targetBBuf: two, offsetToData: 0, dataLength: 0, flags: 0) == 0)
        #expect(try bytes(both) == [2, 3, 5, 6, 7])
        #expect(CMBlockBufferFillDataBytes(with: 0, blockBuffer: both, offsetIntoDestination: 1, dataLength: 2) == 0)
        #expect(try bytes(one) == [1, 2, 0, 4])
        #expect(try bytes(two) == [0, 6, 7])
        #expect(!CMBlockBufferIsRangeContiguous(both, atOffset: 0, length: 0))
        #expect(CMBlockBufferIsRangeContiguous(both, atOffset: 2, length: 3))
        #expect(CMBlockBufferIsRangeContiguous(both, atOffset: 1, length: 1))
        #expect(
            CMBlockBufferAppendBufferReference(both, targetBBuf: one, offsetToData: 2, dataLength: 3, flags: 0)
                == kCMBlockBufferBadLengthParameterErr)
        var (here, total) = (0, 0)
        #expect(
            CMBlockBufferGetDataPointer(
                both, atOffset: 1, lengthAtOffsetOut: &here, totalLengthOut: &total, dataPointerOut: nil) == 0)
        #expect((here, total) == (1, 5))
    }

    @Test func bufferAppendedToItselfDoubles() throws {
        let buffer = buffer([1, 2])
        #expect(
            CMBlockBufferAppendBufferReference(buffer, targetBBuf: buffer, offsetToData: 0, dataLength: 0, flags: 0)
                == 0)
        #expect(try bytes(buffer) == [1, 2, 1, 2])
    }

    @Test func contiguousBufferIsACopyOnlyWhereItMustBe() throws {
        let one = buffer([1, 2, 3])
        var same: CMBlockBuffer?
        #expect(
            CMBlockBufferCreateContiguous(
                allocator: nil, sourceBuffer: one, blockAllocator: nil, customBlockSource: nil, offsetToData: 1,
                dataLength: 0, flags: 0, blockBufferOut: &same) == 0)
        #expect(
            CMBlockBufferAppendBufferReference(one, targetBBuf: buffer([4]), offsetToData: 0, dataLength: 0, flags: 0)
                == 0)
        var copy: CMBlockBuffer?
        #expect(
            CMBlockBufferCreateContiguous(
                allocator: nil, sourceBuffer: one, blockAllocator: nil, customBlockSource: nil, offsetToData: 1,
                dataLength: 0, flags: 0, blockBufferOut: &copy) == 0)
        #expect(CMBlockBufferFillDataBytes(with: 0, blockBuffer: one, offsetIntoDestination: 0, dataLength: 0) == 0)
        #expect(try same.map(bytes) == [0, 0])
        #expect(try copy.map(bytes) == [2, 3, 4])
    }

    @Test func wrappedMemoryIsReleasedOnceWithTheLastReference() throws {
        let released = Mutex(0)
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 16, alignment: 16)
        defer { memory.deallocate() }
        var reference: CMBlockBuffer?
        do {
            let buffer = CMBlockBuffer(wrapping: memory) { released.withLock { $0 += 1 } }
            #expect(
                CMBlockBufferCreateWithBufferReference(
                    allocator: nil, referenceBuffer: buffer, offsetToData: 4, dataLength: 4, flags: 0,
                    blockBufferOut: &reference) == 0)
        }
        #expect(released.withLock { $0 } == 0)
        #expect(reference?.dataLength == 4)
        reference = nil
        #expect(released.withLock { $0 } == 1)
    }

    @Test func memoryBlockOfTheCallerIsFreedByItsOwnSource() throws {
        final class Calls { var freed: [Int] = [] }
        let calls = Calls()
        var source = CMBlockBufferCustomBlockSource(
            version: 0, AllocateBlock: { _, size in malloc(size) },
            FreeBlock: { context, block, size in
                Unmanaged<Calls>.fromOpaque(context!).takeUnretainedValue().freed.append(size)
                free(block)
            }, refCon: Unmanaged.passUnretained(calls).toOpaque())
        var buffer: CMBlockBuffer?
        #expect(
            CMBlockBufferCreateWithMemoryBlock(
                allocator: nil, memoryBlock: nil, blockLength: 32, blockAllocator: nil, customBlockSource: &source,
                offsetToData: 8, dataLength: 16, flags: 0, blockBufferOut: &buffer) == 0)
        #expect(buffer.map(CMBlockBufferGetDataLength) == 16)
        buffer = nil
        #expect(calls.freed == [32])
        #expect(
            CMBlockBufferCreateWithMemoryBlock(
                allocator: nil, memoryBlock: nil, blockLength: 32, blockAllocator: nil, customBlockSource: nil,
                offsetToData: 8, dataLength: 25, flags: 0, blockBufferOut: &buffer)
                == kCMBlockBufferBadLengthParameterErr)
    }
}

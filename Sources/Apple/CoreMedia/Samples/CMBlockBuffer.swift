import CoreVideo
import Locking
import MissingFoundation

/// Options of the block buffer functions. Source: Apple, CMBlockBufferFlags.
public typealias CMBlockBufferFlags = UInt32

/// Allocate the memory at once.
public let kCMBlockBufferAssureMemoryNowFlag: CMBlockBufferFlags = 1 << 0
/// Copy even if the bytes are contiguous.
public let kCMBlockBufferAlwaysCopyDataFlag: CMBlockBufferFlags = 1 << 1
/// Refer to the buffer itself, not to what it refers to.
public let kCMBlockBufferDontOptimizeDepthFlag: CMBlockBufferFlags = 1 << 2
/// An empty reference is allowed.
public let kCMBlockBufferPermitEmptyReferenceFlag: CMBlockBufferFlags = 1 << 3

/// Success.
public let kCMBlockBufferNoErr: OSStatus = 0
/// Not enough memory for the buffer.
public let kCMBlockBufferStructureAllocationFailedErr: OSStatus = -12700
/// Not enough memory for the bytes.
public let kCMBlockBufferBlockAllocationFailedErr: OSStatus = -12701
/// The custom block source has no function to free memory, or is of another version.
public let kCMBlockBufferBadCustomBlockSourceErr: OSStatus = -12702
/// The offset is outside the buffer.
public let kCMBlockBufferBadOffsetParameterErr: OSStatus = -12703
/// The range extends beyond the end.
public let kCMBlockBufferBadLengthParameterErr: OSStatus = -12704
/// A pointer is missing.
public let kCMBlockBufferBadPointerParameterErr: OSStatus = -12705
/// The buffer has no bytes.
public let kCMBlockBufferEmptyBBufErr: OSStatus = -12706
/// The memory is not allocated. Linux: does not occur, because memory is allocated from the start.
public let kCMBlockBufferUnallocatedBlockErr: OSStatus = -12707
/// The bytes do not fit. Linux: does not occur.
public let kCMBlockBufferInsufficientSpaceErr: OSStatus = -12708

/// Bytes in one or more pieces of memory, shared by reference: sound, compressed pictures.
/// Source: Apple, CMBlockBuffer.
///
/// Any thread may hold it; while one thread writes bytes, no other may access them. The memory is freed with the last
/// buffer that refers to it.
public final class CMBlockBuffer: _CFObject, Sendable {
    /// A piece of memory, and how to release it.
    final class Block: @unchecked Sendable {  // Constant after `init`; the bytes are the users' to share out.
        let base: UnsafeMutableRawPointer
        let count: Int
        private let release: @Sendable () -> Void

        /// - Parameter release: called once when nothing refers to the memory any longer.
        init(base: UnsafeMutableRawPointer, count: Int, release: @escaping @Sendable () -> Void) {
            self.base = base
            self.count = count
            self.release = release
        }

        /// Newly allocated memory, uninitialized.
        convenience init(count: Int) {
            let base = UnsafeMutableRawPointer.allocate(byteCount: max(count, 1), alignment: 16)
            nonisolated(unsafe) let memory = base  // Freed once, by whoever drops the last reference.
            self.init(base: base, count: count) { memory.deallocate() }
        }

        deinit { release() }
    }

    /// A part of a block.
    struct Segment {
        let block: Block
        let offset: Int
        let count: Int

        var base: UnsafeMutableRawPointer { block.base + offset }

        /// The part of it from `start` on.
        func part(from start: Int, count: Int) -> Segment {
            Segment(block: block, offset: offset + start, count: count)
        }
    }

    struct State {
        var segments: [Segment] = []
        var count = 0

        mutating func append(_ new: [Segment]) {
            segments += new.filter { $0.count > 0 }
            count = segments.reduce(0) { $0 + $1.count }
        }

        /// The segments that hold a range of the bytes; the range must be inside the buffer.
        func parts(of range: Range<Int>) -> [Segment] {
            var start = 0
            var parts: [Segment] = []
            for segment in segments {
                let wanted = range.clamped(to: start..<start + segment.count)
                if !wanted.isEmpty { parts.append(segment.part(from: wanted.lowerBound - start, count: wanted.count)) }
                start += segment.count
            }
            return parts
        }
    }

    let state = Mutex(State())
    let store = Mutex(CVAttachments())

    init(_ segments: [Segment]) {
        state.withLock { $0.append(segments) }
    }
}

extension CMBlockBuffer {
    /// A buffer with `count` newly allocated bytes, uninitialized.
    package convenience init(count: Int) {
        self.init([Segment(block: Block(count: count), offset: 0, count: count)])
    }

    /// A buffer over memory that somebody else owns.
    ///
    /// - Parameter release: called once, on the thread that releases the last reference.
    package convenience init(
        wrapping bytes: UnsafeMutableRawBufferPointer, release: @escaping @Sendable () -> Void
    ) {
        guard let base = bytes.baseAddress else {
            release()
            self.init([])
            return
        }
        let block = Block(base: base, count: bytes.count, release: release)
        self.init([Segment(block: block, offset: 0, count: bytes.count)])
    }

    /// A buffer with a copy of `data`.
    package convenience init(copying data: some ContiguousBytes) {
        let block = data.withUnsafeBytes { bytes in
            let block = Block(count: bytes.count)
            if let source = bytes.baseAddress { block.base.copyMemory(from: source, byteCount: bytes.count) }
            return block
        }
        self.init([Segment(block: block, offset: 0, count: block.count)])
    }

    /// The number of bytes.
    public var dataLength: Int { state.withLock { $0.count } }

    /// Whether there are no bytes.
    public var isEmpty: Bool { dataLength == 0 }

    /// A copy of all bytes.
    public func dataBytes() throws -> Data {
        var data = Data(capacity: dataLength)
        for part in segments(of: 0..<dataLength) {
            data.append(part.base.assumingMemoryBound(to: UInt8.self), count: part.count)
        }
        return data
    }

    /// Runs `body` with the bytes from `offset` on, as far as they are contiguous.
    ///
    /// - Throws: what `body` throws; `kCMBlockBufferBadOffsetParameterErr` if there is no such byte.
    public func withUnsafeMutableBytes<Result>(
        atOffset offset: Int = 0, _ body: (UnsafeMutableRawBufferPointer) throws -> Result
    ) throws -> Result {
        guard offset >= 0, let first = segments(of: offset..<max(dataLength, offset)).first else {
            throw NSError(coreMedia: kCMBlockBufferBadOffsetParameterErr)
        }
        return try withExtendedLifetime(first.block) {
            try body(UnsafeMutableRawBufferPointer(start: first.base, count: first.count))
        }
    }

    /// The segments of a range; empty if it extends beyond the end.
    func segments(of range: Range<Int>) -> [Segment] {
        state.withLock { range.lowerBound >= 0 && range.upperBound <= $0.count ? $0.parts(of: range) : [] }
    }
}

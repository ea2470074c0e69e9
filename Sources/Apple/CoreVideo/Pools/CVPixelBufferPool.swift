import Locking
import MissingFoundation

/// Recycles the memory of equal pixel buffers. Source: Apple, CVPixelBufferPool.
///
/// A slot is shared memory (`memfd_create`) whose pages are mapped from the start and stay mapped while the slot is
/// passed from buffer to buffer. A buffer's `deinit` returns its slot, on any thread.
///
/// | | slots | when all are in use |
/// | --- | --- | --- |
/// | `CVPixelBufferPoolCreate` | allocated on demand; at least the minimum count is kept | allocates one more |
/// | with an allocation threshold | the same | `kCVReturnWouldExceedAllocationThreshold` |
/// | `make(…)`, with a capacity | the initial count is allocated at once | returns nothing |
public final class CVPixelBufferPool: _CFObject, Sendable {
    struct State {
        /// Free slots, the most recently used last: its pages are the likeliest to be in the cache.
        var free: [PixelSlot] = []
        /// The number of slots, free and in use.
        var count = 0
    }

    let layout: PixelLayout
    let minimumCount: Int
    /// The maximum number of slots; `nil` means that the pool has no limit of its own.
    let capacity: Int?
    let poolAttributes: SendableDictionary
    let pixelBufferAttributes: SendableDictionary
    /// The attachments that every buffer starts with.
    private let defaults: CVAttachments
    private let state: Mutex<State>

    init(
        layout: PixelLayout, minimumCount: Int, capacity: Int?, poolAttributes: [String: Any],
        pixelBufferAttributes: [String: Any], attachments: CVAttachments = CVAttachments()
    ) throws(CVError) {
        self.layout = layout
        self.minimumCount = minimumCount
        self.capacity = capacity
        self.poolAttributes = SendableDictionary(poolAttributes)
        self.pixelBufferAttributes = SendableDictionary(pixelBufferAttributes)
        defaults = attachments
        var initial = State()
        for _ in 0..<minimumCount {
            initial.free.append(try PixelSlot(layout))
        }
        initial.count = minimumCount
        state = Mutex(initial)
    }

    /// A buffer from a free slot, or from a new one while there are fewer than `threshold`.
    func create(threshold: Int?) throws(CVError) -> CVPixelBuffer {
        let limit = min(threshold ?? .max, capacity ?? .max)
        let found = state.withLock { state -> (slot: PixelSlot?, mayGrow: Bool) in
            if let slot = state.free.popLast() { return (slot, false) }
            guard state.count < limit else { return (nil, false) }
            state.count += 1
            return (nil, true)
        }
        if let slot = found.slot { return buffer(slot) }
        guard found.mayGrow else { throw CVError(kCVReturnWouldExceedAllocationThreshold) }
        do throws(CVError) {
            return buffer(try PixelSlot(layout))
        } catch {
            state.withLock { $0.count -= 1 }
            throw error
        }
    }

    private func buffer(_ slot: PixelSlot) -> CVPixelBuffer {
        CVPixelBuffer(
            backing: .pool(self, slot), format: layout.format, width: layout.width, height: layout.height,
            planes: slot.planes, dataSize: layout.size, attachments: defaults)
    }

    /// Takes back the slot of a released buffer.
    func takeBack(_ slot: PixelSlot) {
        state.withLock { $0.free.append(slot) }
    }

    /// Frees unused slots, down to the minimum count.
    func flush() {
        let excess = state.withLock { state -> [PixelSlot] in
            let number = min(state.free.count, max(state.count - minimumCount, 0))
            let excess = Array(state.free.prefix(number))
            state.free.removeFirst(number)
            state.count -= number
            return excess
        }
        // Unmapping takes long, so it happens here, without the lock.
        withExtendedLifetime(excess) {}
    }
}

extension CVPixelBufferPool {
    /// A pool of at most `capacity` buffers: for frames on the hot path.
    ///
    /// - Parameters:
    ///   - capacity: how many frames the driver, the queues and the consumers hold together, plus two.
    ///   - initialCount: how many of them are allocated at the start, `nil` for all; the others are allocated when they
    ///     are first needed, and kept.
    ///   - attachments: what every buffer starts with and propagates: the frame's color.
    /// - Throws: ``CVError`` for an unsupported format, an invalid size or a lack of memory.
    package static func make(
        width: Int, height: Int, pixelFormat: OSType, capacity: Int, initialCount: Int? = nil,
        attachments: [String: Any] = [:]
    ) throws(CVError) -> CVPixelBufferPool {
        let initial = min(initialCount ?? capacity, capacity)
        return try CVPixelBufferPool(
            layout: PixelLayout(width: width, height: height, pixelFormat: pixelFormat), minimumCount: initial,
            capacity: capacity, poolAttributes: [kCVPixelBufferPoolMinimumBufferCountKey: initial],
            pixelBufferAttributes: [
                kCVPixelBufferPixelFormatTypeKey: pixelFormat, kCVPixelBufferWidthKey: width,
                kCVPixelBufferHeightKey: height,
            ],
            attachments: CVAttachments(attachments, mode: .shouldPropagate))
    }

    /// A buffer, or `nil` if the pool is empty: the frame is then dropped and reported. Its pixels are left over from
    /// the slot's last use.
    package func makeBuffer() -> CVPixelBuffer? {
        try? create(threshold: nil)
    }

    /// How many buffers could be made now without new memory.
    package var freeCount: Int { state.withLock { $0.free.count } }
}

extension CVBuffer {
    /// Runs `body` with the file descriptor of a pool buffer's memory, to share it with another process; the planes
    /// follow each other in it, from offset 0. `nil` for other buffers. The pool keeps ownership of the descriptor.
    package func withFileDescriptor<Result>(_ body: (Int32) throws -> Result) rethrows -> Result? {
        guard case .pool(_, let slot) = backing else { return nil }
        return try withExtendedLifetime(self) { try body(slot.memory.fileDescriptor) }
    }
}

/// The memory of one buffer of a pool.
final class PixelSlot: @unchecked Sendable {  // Constant after `init`; one buffer at a time uses it.
    let memory: PixelMemory
    let planes: [CVBuffer.Plane]

    init(_ layout: PixelLayout) throws(CVError) {
        memory = try PixelMemory(sharedBytes: layout.size)
        planes = layout.planes(at: memory.base)
    }
}

/// Attributes in their original form.
struct SendableDictionary: @unchecked Sendable {  // Never changed; its values are numbers, texts and their collections.
    let value: [String: Any]

    init(_ value: [String: Any]) {
        self.value = value
    }
}

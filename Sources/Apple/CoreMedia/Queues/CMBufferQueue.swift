import Foundation
import Locking
import MissingFoundation

/// Anything that a queue holds. Source: Apple, CMBuffer.
public typealias CMBuffer = AnyObject

/// A queue of timed buffers for several threads. Source: Apple, CMBufferQueue.
///
/// The first buffer that was put in comes out first, unless the ``Handlers`` compare buffers. All operations are atomic; the
/// handlers are called by the thread that calls the queue, which they must not call themselves.
public final class CMBufferQueue: _CFObject, @unchecked Sendable {  // The state is locked; buffers are handed on.
    struct Item {
        var buffer: CMBuffer
        var duration: CMTime
        var size: Int
    }

    struct State {
        var items: [Item] = []
        var hasEndOfData = false
        var duration = CMTime.zero
        var validation: Validation?
        var triggers = Triggers()
    }

    struct Validation: @unchecked Sendable {  // Called by the threads that put buffers in, as documented.
        var body: (CMBufferQueue, CMBuffer) throws -> Void
    }

    /// The errors of a queue, in the domain `NSOSStatusErrorDomain`. Source: Apple, CMBufferQueue.Error.
    public struct Error {
        public static let allocationFailed = NSError(kCMBufferQueueError_AllocationFailed)
        public static let requiredParameterMissing = NSError(kCMBufferQueueError_RequiredParameterMissing)
        public static let invalidCMBufferCallbacksStruct = NSError(kCMBufferQueueError_InvalidCMBufferCallbacksStruct)
        public static let enqueueAfterEndOfData = NSError(kCMBufferQueueError_EnqueueAfterEndOfData)
        public static let queueIsFull = NSError(kCMBufferQueueError_QueueIsFull)
        public static let badTriggerDuration = NSError(kCMBufferQueueError_BadTriggerDuration)
        public static let cannotModifyQueueFromTriggerCallback = NSError(
            kCMBufferQueueError_CannotModifyQueueFromTriggerCallback)
        public static let invalidTriggerCondition = NSError(kCMBufferQueueError_InvalidTriggerCondition)
        public static let invalidTriggerToken = NSError(kCMBufferQueueError_InvalidTriggerToken)
        public static let invalidBuffer = NSError(kCMBufferQueueError_InvalidBuffer)
    }

    let capacity: CMItemCount
    let handlers: Handlers
    let state = Mutex(State())

    /// An empty queue.
    ///
    /// - Parameters:
    ///   - capacity: how many buffers it holds at most; 0 for any number.
    ///   - handlers: what the queue asks about its buffers.
    public init(capacity: CMItemCount, handlers: Handlers) throws {
        guard capacity >= 0 else { throw Error.requiredParameterMissing }
        self.capacity = capacity
        self.handlers = handlers
    }

    // MARK: Putting in and taking out

    /// Puts a buffer in.
    ///
    /// - Throws: ``Error/queueIsFull``, ``Error/enqueueAfterEndOfData``, or what the validation handler throws.
    public func enqueue(_ buffer: CMBuffer) throws {
        try state.withLock { $0.validation }?.body(self, buffer)
        try change { state in
            guard !state.hasEndOfData else { throw Error.enqueueAfterEndOfData }
            guard capacity == 0 || state.items.count < capacity else { throw Error.queueIsFull }
            let item = Item(
                buffer: buffer, duration: handlers.getDuration(buffer), size: handlers.getSize?(buffer) ?? 0)
            state.items.insert(item, at: place(of: buffer, in: state))
            state.duration = state.duration + item.duration
        }
    }

    /// Behind all that are not greater.
    private func place(of buffer: CMBuffer, in state: State) -> Int {
        guard let compare = handlers.compare else { return state.items.endIndex }
        let last = state.items.lastIndex { compare($0.buffer, buffer) != .compareGreaterThan }
        return last.map { $0 + 1 } ?? 0
    }

    /// Takes the next buffer out; `nil` when the queue is empty.
    public func dequeue() -> CMBuffer? { dequeue { _ in true } }

    /// As ``dequeue()``, but `nil` as long as the next buffer's data is not ready.
    public func dequeueIfDataReady() -> CMBuffer? { dequeue { handlers.isReady($0) } }

    private func dequeue(if isWanted: (CMBuffer) -> Bool) -> CMBuffer? {
        try? change { state -> CMBuffer? in
            guard let item = state.items.first, isWanted(item.buffer) else { return nil }
            state.items.removeFirst()
            state.duration = state.duration - item.duration
            // A sum with an invalid time stays so, and one of many times may lose a little.
            if state.items.isEmpty || !state.duration.isNumeric {
                state.duration = state.items.reduce(.zero) { $0 + $1.duration }
            }
            return item.buffer
        }
    }

    /// The next buffer, which remains in the queue.
    public var head: CMBuffer? { state.withLock { Held($0.items.first?.buffer) }.buffer }

    public var isEmpty: Bool { state.withLock { $0.items.isEmpty } }

    public var bufferCount: CMItemCount { state.withLock { $0.items.count } }

    /// Takes all buffers out; more may be put in, also after the end of the data.
    public func reset() throws { try reset { _ in } }

    /// As ``reset()``; calls `body` for each buffer that is taken out, in their order.
    public func reset(_ body: (CMBuffer) throws -> Void) throws {
        let removed = try change { state -> [CMBuffer] in
            defer {
                state.items = []
                state.duration = .zero
                state.hasEndOfData = false
                state.triggers.wasReset = true
            }
            return state.items.map(\.buffer)
        }
        for buffer in removed { try body(buffer) }
    }

    /// From now on nothing can be put in until the queue is reset.
    public func markEndOfData() throws { try change { $0.hasEndOfData = true } }

    public var containsEndOfData: Bool { state.withLock { $0.hasEndOfData } }

    /// Whether the queue is empty, and nothing more will come.
    public var isAtEndOfData: Bool { state.withLock { $0.hasEndOfData && $0.items.isEmpty } }

    /// Called with the queue and the buffer before a buffer is put in, which it prevents by an error.
    public func setValidationHandler(_ body: @escaping (CMBufferQueue, CMBuffer) throws -> Void) {
        let validation = Validation(body: body)
        state.withLock { $0.validation = validation }
    }

    /// Changes the state, and calls the triggers whose conditions have become true.
    @discardableResult
    func change<Result>(_ body: (inout State) throws -> Result) throws -> Result {
        let thread = pthread_self()
        // Handed on to the thread that calls.
        nonisolated(unsafe) var result: Swift.Result<Result, any Swift.Error>?
        let calls = state.withLock { state -> Triggers.Calls in
            guard !state.triggers.isCalling(on: thread) else {
                result = .failure(Error.cannotModifyQueueFromTriggerCallback)
                return Triggers.Calls()
            }
            result = Swift.Result { try body(&state) }
            // Without triggers, nobody needs the facts, and they cost a look at each buffer.
            return state.triggers.isEmpty
                ? Triggers.Calls() : state.triggers.update(Facts(state, handlers), on: thread)
        }
        if !calls.list.isEmpty {
            for call in calls.list { call() }
            state.withLock { $0.triggers.endCalls(on: thread) }
        }
        return try result!.get()
    }

    // MARK: The buffers together

    /// The buffers in the queue at the moment, in their order. Source: Apple, CMBufferQueue.Buffers.
    public struct Buffers: Sequence {
        let list: [CMBuffer]

        public func makeIterator() -> IndexingIterator<[CMBuffer]> { list.makeIterator() }
    }

    public var buffers: Buffers { Buffers(list: state.withLock { Held($0.items.map(\.buffer)) }.buffers) }

    /// The sum of the buffers' durations.
    public var duration: CMTime { state.withLock { $0.duration } }

    /// The sum of the buffers' sizes, in bytes.
    public var totalSize: Int { state.withLock { $0.items.reduce(0) { $0 + $1.size } } }

    /// `.invalid` here and below if the queue is empty, or its handlers do not tell the time.
    public var minDecodeTimeStamp: CMTime { times(handlers.getDecodeTimeStamp).min() ?? .invalid }
    public var firstDecodeTimeStamp: CMTime { times(handlers.getDecodeTimeStamp).first ?? .invalid }
    public var minPresentationTimeStamp: CMTime { times(handlers.getPresentationTimeStamp).min() ?? .invalid }
    public var firstPresentationTimeStamp: CMTime { times(handlers.getPresentationTimeStamp).first ?? .invalid }
    public var maxPresentationTimeStamp: CMTime { times(handlers.getPresentationTimeStamp).max() ?? .invalid }

    /// The latest end of a buffer.
    public var endPresentationTimeStamp: CMTime {
        times(handlers.getPresentationTimeStamp.map { time in { time($0) + self.handlers.getDuration($0) } }).max()
            ?? .invalid
    }

    private func times(_ time: CMBufferGetTimeHandler?) -> [CMTime] { time.map { buffers.map($0) } ?? [] }
}

/// Buffers on their way out of a lock, to the thread that asked for them.
private struct Held: @unchecked Sendable {  // The queue hands buffers on; it does not use them.
    var buffers: [CMBuffer]
    var buffer: CMBuffer? { buffers.first }

    init(_ buffers: [CMBuffer]) { self.buffers = buffers }
    init(_ buffer: CMBuffer?) { buffers = buffer.map { [$0] } ?? [] }
}

extension NSError {
    fileprivate convenience init(_ status: OSStatus) {
        self.init(domain: NSOSStatusErrorDomain, code: Int(status))
    }
}

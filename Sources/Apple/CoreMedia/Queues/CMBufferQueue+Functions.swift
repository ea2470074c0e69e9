import Foundation
import MissingFoundation

// A queue by its names in C. Source: Apple, CMBufferQueue.h. Each function does what the member does that it calls; a status is 0,
// or one of these.

public let kCMBufferQueueError_AllocationFailed: OSStatus = -12760
public let kCMBufferQueueError_RequiredParameterMissing: OSStatus = -12761
public let kCMBufferQueueError_InvalidCMBufferCallbacksStruct: OSStatus = -12762
public let kCMBufferQueueError_EnqueueAfterEndOfData: OSStatus = -12763
public let kCMBufferQueueError_QueueIsFull: OSStatus = -12764
public let kCMBufferQueueError_BadTriggerDuration: OSStatus = -12765
public let kCMBufferQueueError_CannotModifyQueueFromTriggerCallback: OSStatus = -12766
public let kCMBufferQueueError_InvalidTriggerCondition: OSStatus = -12767
public let kCMBufferQueueError_InvalidTriggerToken: OSStatus = -12768
public let kCMBufferQueueError_InvalidBuffer: OSStatus = -12769

/// As ``CMBufferGetTimeHandler``, with the callbacks' `refcon`. Source: Apple, CMBufferGetTimeCallback.
///
/// Linux: a closure, here and below, because a buffer cannot be given to a function of C.
public typealias CMBufferGetTimeCallback = (CMBuffer, UnsafeMutableRawPointer?) -> CMTime
/// As ``CMBufferGetBooleanHandler``. Source: Apple, CMBufferGetBooleanCallback.
public typealias CMBufferGetBooleanCallback = (CMBuffer, UnsafeMutableRawPointer?) -> DarwinBoolean
/// As ``CMBufferCompareHandler``. Source: Apple, CMBufferCompareCallback.
public typealias CMBufferCompareCallback = (CMBuffer, CMBuffer, UnsafeMutableRawPointer?) -> CFComparisonResult
/// As ``CMBufferGetSizeHandler``. Source: Apple, CMBufferGetSizeCallback.
public typealias CMBufferGetSizeCallback = (CMBuffer, UnsafeMutableRawPointer?) -> Int

/// What a queue asks about its buffers. Source: Apple, CMBufferCallbacks.
public struct CMBufferCallbacks {
    /// 0, or 1 with ``getSize``.
    public var version: UInt32
    /// The last argument of each callback.
    public var refcon: UnsafeMutableRawPointer?
    public var getDecodeTimeStamp: CMBufferGetTimeCallback?
    public var getPresentationTimeStamp: CMBufferGetTimeCallback?
    public var getDuration: CMBufferGetTimeCallback
    public var isDataReady: CMBufferGetBooleanCallback?
    public var compare: CMBufferCompareCallback?
    /// Linux: without effect.
    public var dataBecameReadyNotification: Unmanaged<NSString>?
    public var getSize: CMBufferGetSizeCallback?

    public init(
        version: UInt32, refcon: UnsafeMutableRawPointer?, getDecodeTimeStamp: CMBufferGetTimeCallback?,
        getPresentationTimeStamp: CMBufferGetTimeCallback?, getDuration: @escaping CMBufferGetTimeCallback,
        isDataReady: CMBufferGetBooleanCallback?, compare: CMBufferCompareCallback?,
        dataBecameReadyNotification: Unmanaged<NSString>?, getSize: CMBufferGetSizeCallback?
    ) {
        self.version = version
        self.refcon = refcon
        self.getDecodeTimeStamp = getDecodeTimeStamp
        self.getPresentationTimeStamp = getPresentationTimeStamp
        self.getDuration = getDuration
        self.isDataReady = isDataReady
        self.compare = compare
        self.dataBecameReadyNotification = dataBecameReadyNotification
        self.getSize = getSize
    }

    fileprivate init(_ handlers: CMBufferQueue.Handlers) {
        version = 1
        getDecodeTimeStamp = handlers.getDecodeTimeStamp.map { get in { buffer, _ in get(buffer) } }
        getPresentationTimeStamp = handlers.getPresentationTimeStamp.map { get in { buffer, _ in get(buffer) } }
        getDuration = { buffer, _ in handlers.getDuration(buffer) }
        isDataReady = handlers.isDataReady.map { get in { buffer, _ in DarwinBoolean(get(buffer)) } }
        compare = handlers.compare.map { compare in { left, right, _ in compare(left, right) } }
        getSize = handlers.getSize.map { get in { buffer, _ in get(buffer) } }
    }

    fileprivate var handlers: CMBufferQueue.Handlers {
        CMBufferQueue.Handlers { builder in
            let refcon = refcon
            builder.getDuration { [getDuration] in getDuration($0, refcon) }
            if let getDecodeTimeStamp { builder.getDecodeTimeStamp { getDecodeTimeStamp($0, refcon) } }
            if let getPresentationTimeStamp {
                builder.getPresentationTimeStamp { getPresentationTimeStamp($0, refcon) }
            }
            if let isDataReady { builder.isDataReady { isDataReady($0, refcon).boolValue } }
            if let compare { builder.compare { compare($0, $1, refcon) } }
            if version > 0, let getSize { builder.getSize { getSize($0, refcon) } }
        }
    }

    /// Those of the handlers that a queue of sample buffers may have; they live as long as the program.
    fileprivate static func forSampleBuffers(_ handlers: CMBufferQueue.Handlers) -> UnsafePointer<CMBufferCallbacks> {
        let callbacks = UnsafeMutablePointer<CMBufferCallbacks>.allocate(capacity: 1)
        callbacks.initialize(to: CMBufferCallbacks(handlers))
        return UnsafePointer(callbacks)
    }

    // Written once, and never changed.
    fileprivate nonisolated(unsafe) static let unsorted = forSampleBuffers(.unsortedSampleBuffers)
    fileprivate nonisolated(unsafe) static let sorted = forSampleBuffers(.outputPTSSortedSampleBuffers)
}

/// ``CMBufferQueue/Handlers/unsortedSampleBuffers``.
public func CMBufferQueueGetCallbacksForUnsortedSampleBuffers() -> UnsafePointer<CMBufferCallbacks> {
    CMBufferCallbacks.unsorted
}

/// ``CMBufferQueue/Handlers/outputPTSSortedSampleBuffers``.
public func CMBufferQueueGetCallbacksForSampleBuffersSortedByOutputPTS() -> UnsafePointer<CMBufferCallbacks> {
    CMBufferCallbacks.sorted
}

@discardableResult
public func CMBufferQueueCreate(
    allocator: CFAllocator?, capacity: CMItemCount, callbacks: UnsafePointer<CMBufferCallbacks>,
    queueOut: UnsafeMutablePointer<CMBufferQueue?>
) -> OSStatus {
    guard callbacks.pointee.version <= 1 else { return kCMBufferQueueError_InvalidCMBufferCallbacksStruct }
    return status { queueOut.pointee = try CMBufferQueue(capacity: capacity, handlers: callbacks.pointee.handlers) }
}

@discardableResult
public func CMBufferQueueEnqueue(_ queue: CMBufferQueue, buffer buf: CMBuffer) -> OSStatus {
    status { try queue.enqueue(buf) }
}

public func CMBufferQueueDequeue(_ queue: CMBufferQueue) -> CMBuffer? { queue.dequeue() }

public func CMBufferQueueDequeueIfDataReady(_ queue: CMBufferQueue) -> CMBuffer? { queue.dequeueIfDataReady() }

public func CMBufferQueueGetHead(_ queue: CMBufferQueue) -> CMBuffer? { queue.head }

public func CMBufferQueueIsEmpty(_ queue: CMBufferQueue) -> Bool { queue.isEmpty }

@discardableResult
public func CMBufferQueueMarkEndOfData(_ queue: CMBufferQueue) -> OSStatus { status { try queue.markEndOfData() } }

public func CMBufferQueueContainsEndOfData(_ queue: CMBufferQueue) -> Bool { queue.containsEndOfData }

public func CMBufferQueueIsAtEndOfData(_ queue: CMBufferQueue) -> Bool { queue.isAtEndOfData }

@discardableResult
public func CMBufferQueueReset(_ queue: CMBufferQueue) -> OSStatus { status { try queue.reset() } }

public func CMBufferQueueGetBufferCount(_ queue: CMBufferQueue) -> CMItemCount { queue.bufferCount }

public func CMBufferQueueGetDuration(_ queue: CMBufferQueue) -> CMTime { queue.duration }

public func CMBufferQueueGetMinDecodeTimeStamp(_ queue: CMBufferQueue) -> CMTime { queue.minDecodeTimeStamp }

public func CMBufferQueueGetFirstDecodeTimeStamp(_ queue: CMBufferQueue) -> CMTime { queue.firstDecodeTimeStamp }

public func CMBufferQueueGetMinPresentationTimeStamp(_ queue: CMBufferQueue) -> CMTime {
    queue.minPresentationTimeStamp
}

public func CMBufferQueueGetFirstPresentationTimeStamp(_ queue: CMBufferQueue) -> CMTime {
    queue.firstPresentationTimeStamp
}

public func CMBufferQueueGetMaxPresentationTimeStamp(_ queue: CMBufferQueue) -> CMTime {
    queue.maxPresentationTimeStamp
}

public func CMBufferQueueGetEndPresentationTimeStamp(_ queue: CMBufferQueue) -> CMTime {
    queue.endPresentationTimeStamp
}

public func CMBufferQueueGetTotalSize(_ queue: CMBufferQueue) -> Int { queue.totalSize }

/// 0, or the status of the error that is thrown; one of another domain becomes ``kCMBufferQueueError_InvalidBuffer``.
private func status(_ body: () throws -> Void) -> OSStatus {
    do {
        try body()
        return 0
    } catch {
        let error = error as NSError
        return error.domain == NSOSStatusErrorDomain
            ? OSStatus(truncatingIfNeeded: error.code) : kCMBufferQueueError_InvalidBuffer
    }
}

import MissingFoundation

/// Tells a time of a buffer. Source: Apple, CMBufferGetTimeHandler.
public typealias CMBufferGetTimeHandler = (CMBuffer) -> CMTime
/// Answers a question about a buffer. Source: Apple, CMBufferGetBooleanHandler.
public typealias CMBufferGetBooleanHandler = (CMBuffer) -> Bool
/// Says which of two buffers comes first. Source: Apple, CMBufferCompareHandler.
public typealias CMBufferCompareHandler = (CMBuffer, CMBuffer) -> CFComparisonResult
/// Tells a buffer's size in bytes. Source: Apple, CMBufferGetSizeHandler.
public typealias CMBufferGetSizeHandler = (CMBuffer) -> Int

extension CMBufferQueue {
    /// What a queue asks about its buffers. Source: Apple, CMBufferQueue.Handlers.
    public struct Handlers: @unchecked Sendable {  // Called by the threads that call the queue, as documented.
        /// The values of handlers that are being made. Source: Apple, CMBufferQueue.Handlers.Builder.
        public struct Builder {
            /// Linux: without effect. Whether data is ready is asked at each call of the queue.
            public var dataBecameReadyNotification: String?
            var decodeTimeStamp: CMBufferGetTimeHandler?
            var presentationTimeStamp: CMBufferGetTimeHandler?
            var duration: CMBufferGetTimeHandler?
            var readiness: CMBufferGetBooleanHandler?
            var comparison: CMBufferCompareHandler?
            var size: CMBufferGetSizeHandler?

            public mutating func getDecodeTimeStamp(_ body: @escaping CMBufferGetTimeHandler) { decodeTimeStamp = body }

            public mutating func getPresentationTimeStamp(_ body: @escaping CMBufferGetTimeHandler) {
                presentationTimeStamp = body
            }

            /// Required.
            public mutating func getDuration(_ body: @escaping CMBufferGetTimeHandler) { duration = body }

            public mutating func isDataReady(_ body: @escaping CMBufferGetBooleanHandler) { readiness = body }

            /// The queue becomes one whose least buffer comes out first.
            public mutating func compare(_ body: @escaping CMBufferCompareHandler) { comparison = body }

            public mutating func getSize(_ body: @escaping CMBufferGetSizeHandler) { size = body }
        }

        public let getDecodeTimeStamp: CMBufferGetTimeHandler?
        public let getPresentationTimeStamp: CMBufferGetTimeHandler?
        public let getDuration: CMBufferGetTimeHandler
        /// Without it, data is always ready.
        public let isDataReady: CMBufferGetBooleanHandler?
        /// Without it, buffers come out in the order in which they were put in.
        public let compare: CMBufferCompareHandler?
        public let dataBecameReadyNotification: String?
        public let getSize: CMBufferGetSizeHandler?

        /// - Parameter body: sets the handlers; the one for durations is required.
        public init(withHandlers body: (inout Builder) -> Void) {
            self.init(Builder(), body)
        }

        /// These handlers with changes.
        public func withHandlers(_ body: (inout Builder) -> Void) -> Handlers {
            let builder = Builder(
                dataBecameReadyNotification: dataBecameReadyNotification, decodeTimeStamp: getDecodeTimeStamp,
                presentationTimeStamp: getPresentationTimeStamp, duration: getDuration, readiness: isDataReady,
                comparison: compare, size: getSize)
            return Handlers(builder, body)
        }

        private init(_ builder: Builder, _ body: (inout Builder) -> Void) {
            var builder = builder
            body(&builder)
            guard let duration = builder.duration else {
                preconditionFailure("CMBufferQueue.Handlers: getDuration(_:) is required")
            }
            getDecodeTimeStamp = builder.decodeTimeStamp
            getPresentationTimeStamp = builder.presentationTimeStamp
            getDuration = duration
            isDataReady = builder.readiness
            compare = builder.comparison
            dataBecameReadyNotification = builder.dataBecameReadyNotification
            getSize = builder.size
        }

        func isReady(_ buffer: CMBuffer) -> Bool { isDataReady?(buffer) ?? true }

        /// For `CMSampleBuffer`s in the order in which they are put in.
        public static let unsortedSampleBuffers = Handlers { builder in
            builder.getDecodeTimeStamp { sample($0).decodeTimeStamp }
            builder.getPresentationTimeStamp { sample($0).outputPresentationTimeStamp }
            builder.getDuration { sample($0).outputDuration }
            builder.isDataReady { sample($0).isReady }
            builder.getSize { sample($0).totalSampleSize }
        }

        /// For `CMSampleBuffer`s in the order of their output presentation timestamps.
        public static let outputPTSSortedSampleBuffers = unsortedSampleBuffers.withHandlers { builder in
            builder.compare { left, right in
                let (first, second) = (time(left), time(right))
                return first < second ? .compareLessThan : first > second ? .compareGreaterThan : .compareEqualTo
            }
        }

        private static func time(_ buffer: CMBuffer) -> CMTime { sample(buffer).outputPresentationTimeStamp }

        private static func sample(_ buffer: CMBuffer) -> CMSampleBuffer {
            guard let sample = buffer as? CMSampleBuffer else {
                preconditionFailure("CMBufferQueue: these handlers are for CMSampleBuffer, not for \(type(of: buffer))")
            }
            return sample
        }
    }
}

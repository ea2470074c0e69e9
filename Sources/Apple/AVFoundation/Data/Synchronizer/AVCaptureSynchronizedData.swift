import CoreMedia
import Foundation

/// What one output has for one moment. Source: Apple, AVCaptureSynchronizedData.
open class AVCaptureSynchronizedData: NSObject, @unchecked Sendable {  // immutable, and so are the subclasses
    /// When it was captured, on the session's clock.
    public let timestamp: CMTime

    init(timestamp: CMTime) {
        self.timestamp = timestamp
    }
}

/// A frame or a block of sound, or a notice of its loss. Source: Apple, AVCaptureSynchronizedSampleBufferData.
public final class AVCaptureSynchronizedSampleBufferData: AVCaptureSynchronizedData, @unchecked Sendable {  // immutable
    /// The samples; for a lost frame only its time and, as an attachment, the reason, but no image.
    public let sampleBuffer: CMSampleBuffer

    /// Why the data were dropped; `.none` when they were not.
    public let droppedReason: AVCaptureOutput.DataDroppedReason

    public var sampleBufferWasDropped: Bool { droppedReason != .none }

    init(_ sampleBuffer: CMSampleBuffer, dropped reason: AVCaptureOutput.DataDroppedReason = .none) {
        self.sampleBuffer = sampleBuffer
        droppedReason = reason
        super.init(timestamp: sampleBuffer.presentationTimeStamp)
    }
}

/// The depth of a frame, or a notice of its loss. Source: Apple, AVCaptureSynchronizedDepthData.
public final class AVCaptureSynchronizedDepthData: AVCaptureSynchronizedData, @unchecked Sendable {  // immutable
    /// The depth; if it was lost, it says of which type and size it would have been. Linux: the map of lost depth has no
    /// measured value.
    public let depthData: AVDepthData

    /// Why the data were dropped; `.none` when they were not.
    public let droppedReason: AVCaptureOutput.DataDroppedReason

    public var depthDataWasDropped: Bool { droppedReason != .none }

    init(_ depthData: AVDepthData, timestamp: CMTime, dropped reason: AVCaptureOutput.DataDroppedReason = .none) {
        self.depthData = depthData
        droppedReason = reason
        super.init(timestamp: timestamp)
    }
}

/// The objects found in a frame. Source: Apple, AVCaptureSynchronizedMetadataObjectData.
public final class AVCaptureSynchronizedMetadataObjectData: AVCaptureSynchronizedData, @unchecked Sendable {
    // Immutable.
    public let metadataObjects: [AVMetadataObject]

    init(_ metadataObjects: [AVMetadataObject], timestamp: CMTime) {
        self.metadataObjects = metadataObjects
        super.init(timestamp: timestamp)
    }
}

/// What several outputs have for one moment. Source: Apple, AVCaptureSynchronizedDataCollection.
public final class AVCaptureSynchronizedDataCollection: NSObject, Sequence, @unchecked Sendable {  // immutable
    private let items: [(output: AVCaptureOutput, data: AVCaptureSynchronizedData)]

    init(_ items: [(output: AVCaptureOutput, data: AVCaptureSynchronizedData)]) {
        self.items = items
    }

    /// How many outputs have data.
    public var count: Int { items.count }

    /// What an output has; `nil` when it has nothing for this moment.
    public func synchronizedData(for captureOutput: AVCaptureOutput) -> AVCaptureSynchronizedData? {
        items.first { $0.output === captureOutput }?.data
    }

    /// The same as ``synchronizedData(for:)``.
    public subscript(captureOutput: AVCaptureOutput) -> AVCaptureSynchronizedData? {
        synchronizedData(for: captureOutput)
    }

    /// The outputs that have data.
    public func makeIterator() -> AnyIterator<AVCaptureOutput> {
        AnyIterator(items.map(\.output).makeIterator())
    }
}

import CoreMedia
import Foundation

/// What one output has for one moment. Source: Apple, AVCaptureSynchronizedData.
open class AVCaptureSynchronizedData: NSObject, @unchecked Sendable {  // immutable, and so are the subclasses
    /// When it was captured, on the session's clock. Source: Apple, AVCaptureSynchronizedData.timestamp.
    public let timestamp: CMTime

    init(timestamp: CMTime) {
        self.timestamp = timestamp
    }
}

/// A frame or a block of sound, or word of its loss. Source: Apple, AVCaptureSynchronizedSampleBufferData.
public final class AVCaptureSynchronizedSampleBufferData: AVCaptureSynchronizedData, @unchecked Sendable {  // immutable
    /// The samples; of a frame that was lost its time and, as an attachment, the reason, but no image.
    ///
    /// Source: Apple, AVCaptureSynchronizedSampleBufferData.sampleBuffer.
    public let sampleBuffer: CMSampleBuffer

    /// Source: Apple, AVCaptureSynchronizedSampleBufferData.droppedReason.
    public let droppedReason: AVCaptureOutput.DataDroppedReason

    /// Source: Apple, AVCaptureSynchronizedSampleBufferData.sampleBufferWasDropped.
    public var sampleBufferWasDropped: Bool { droppedReason != .none }

    init(_ sampleBuffer: CMSampleBuffer, dropped reason: AVCaptureOutput.DataDroppedReason = .none) {
        self.sampleBuffer = sampleBuffer
        droppedReason = reason
        super.init(timestamp: sampleBuffer.presentationTimeStamp)
    }
}

/// What was found in a frame. Source: Apple, AVCaptureSynchronizedMetadataObjectData.
public final class AVCaptureSynchronizedMetadataObjectData: AVCaptureSynchronizedData, @unchecked Sendable {
    // Immutable.
    /// Source: Apple, AVCaptureSynchronizedMetadataObjectData.metadataObjects.
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

    /// How many outputs have data. Source: Apple, AVCaptureSynchronizedDataCollection.count.
    public var count: Int { items.count }

    /// What an output has; `nil` when it has nothing for this moment.
    ///
    /// Source: Apple, AVCaptureSynchronizedDataCollection.synchronizedData(for:).
    public func synchronizedData(for captureOutput: AVCaptureOutput) -> AVCaptureSynchronizedData? {
        items.first { $0.output === captureOutput }?.data
    }

    /// As ``synchronizedData(for:)``. Source: Apple, AVCaptureSynchronizedDataCollection.subscript(_:).
    public subscript(captureOutput: AVCaptureOutput) -> AVCaptureSynchronizedData? {
        synchronizedData(for: captureOutput)
    }

    /// The outputs that have data. Source: Apple, AVCaptureSynchronizedDataCollection.
    public func makeIterator() -> AnyIterator<AVCaptureOutput> {
        AnyIterator(items.map(\.output).makeIterator())
    }
}

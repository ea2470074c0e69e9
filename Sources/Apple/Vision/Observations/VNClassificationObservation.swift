import CoreMedia
import CoreVideo
import Foundation

// What Apple's models find. Linux: no request makes any of these; see docs/differences.md.

/// A name for what a picture shows. Source: Apple, VNClassificationObservation.
public final class VNClassificationObservation: VNObservation, @unchecked Sendable {  // immutable
    public let identifier: String

    init(_ identifier: String, confidence: VNConfidence, timeRange: CMTimeRange) {
        self.identifier = identifier
        super.init(confidence: confidence, timeRange: timeRange)
    }
}

/// A thing with names for it. Source: Apple, VNRecognizedObjectObservation.
public final class VNRecognizedObjectObservation: VNDetectedObjectObservation, @unchecked Sendable {  // immutable
    /// The most likely first.
    public let labels: [VNClassificationObservation]

    init(_ labels: [VNClassificationObservation], in boundingBox: CGRect, timeRange: CMTimeRange) {
        self.labels = labels
        super.init(boundingBox: boundingBox, confidence: labels.first?.confidence ?? 0, timeRange: timeRange)
    }
}

/// A person. Source: Apple, VNHumanObservation.
public final class VNHumanObservation: VNDetectedObjectObservation, @unchecked Sendable {  // immutable
    /// Whether the place is that of the upper part of the body.
    public let upperBodyOnly: Bool

    init(upperBodyOnly: Bool, in boundingBox: CGRect, confidence: VNConfidence, timeRange: CMTimeRange) {
        self.upperBodyOnly = upperBodyOnly
        super.init(boundingBox: boundingBox, confidence: confidence, timeRange: timeRange)
    }
}

/// A picture that was made of a picture. Source: Apple, VNPixelBufferObservation.
open class VNPixelBufferObservation: VNObservation, @unchecked Sendable {  // immutable
    public final let pixelBuffer: CVPixelBuffer
    /// The model's name for it; `nil` for a request without a model of the program's own.
    public final let featureName: String?

    init(_ pixelBuffer: CVPixelBuffer, featureName: String? = nil, confidence: VNConfidence, timeRange: CMTimeRange) {
        self.pixelBuffer = pixelBuffer
        self.featureName = featureName
        super.init(confidence: confidence, timeRange: timeRange)
    }
}

/// Where there is something to be looked at. Source: Apple, VNSaliencyImageObservation.
public final class VNSaliencyImageObservation: VNPixelBufferObservation, @unchecked Sendable {  // immutable
    public let salientObjects: [VNRectangleObservation]?

    init(
        _ pixelBuffer: CVPixelBuffer, salientObjects: [VNRectangleObservation]?, confidence: VNConfidence,
        timeRange: CMTimeRange
    ) {
        self.salientObjects = salientObjects
        super.init(pixelBuffer, confidence: confidence, timeRange: timeRange)
    }
}

/// Things that were separated from what is behind them. Source: Apple, VNInstanceMaskObservation.
public final class VNInstanceMaskObservation: VNObservation, @unchecked Sendable {  // immutable
    /// The number of its thing in each pixel; 0 behind them.
    public let instanceMask: CVPixelBuffer
    public let allInstances: IndexSet

    init(_ instanceMask: CVPixelBuffer, count: Int, confidence: VNConfidence, timeRange: CMTimeRange) {
        self.instanceMask = instanceMask
        allInstances = IndexSet(integersIn: 1..<(count + 1))
        super.init(confidence: confidence, timeRange: timeRange)
    }
}

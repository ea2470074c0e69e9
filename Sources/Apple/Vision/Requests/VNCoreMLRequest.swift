import CoreML
import CoreMedia
import Foundation

/// How a picture is fitted into the input of a model. Source: Apple, VNImageCropAndScaleOption.
public enum VNImageCropAndScaleOption: UInt, Sendable {
    case centerCrop = 0
    case scaleFit = 1
    case scaleFill = 2
    case scaleFitRotate90CCW = 0x101
    case scaleFillRotate90CCW = 0x102
}

/// A model that looks at pictures.
///
/// Linux: there is none, because nothing here runs Core ML's models: an `MLModel` cannot be loaded.
/// Source: Apple, VNCoreMLModel.
public final class VNCoreMLModel: NSObject {
    /// The name of the input that takes the picture; empty for the first one.
    public var inputImageFeatureName = ""

    /// - Throws: `NSError` `invalidModel`, always.
    public init(for model: MLModel) throws {
        super.init()
        throw NSError.vision(.invalidModel, "\(model) cannot be used: nothing here runs Core ML's models")
    }
}

/// Asks a model about a picture.
///
/// Linux: cannot be made, because there is no ``VNCoreMLModel``; it would fail with ``VNErrorCode/unsupportedRequest``.
/// Source: Apple, VNCoreMLRequest.
public final class VNCoreMLRequest: VNImageBasedRequest {
    public let model: VNCoreMLModel

    public var imageCropAndScaleOption = VNImageCropAndScaleOption.centerCrop

    public convenience init(model: VNCoreMLModel) { self.init(model: model, completionHandler: nil) }

    public init(model: VNCoreMLModel, completionHandler: VNRequestCompletionHandler?) {
        self.model = model
        super.init(completionHandler: completionHandler)
    }

    override func find(in picture: RequestPicture, region: CGRect) throws -> [VNObservation] {
        throw unsupported("runs models")
    }
}

/// What a model gives besides names and pictures.
///
/// Linux: no request makes one; see ``VNCoreMLRequest``.
/// Source: Apple, VNCoreMLFeatureValueObservation.
public final class VNCoreMLFeatureValueObservation: VNObservation, @unchecked Sendable {  // immutable
    public let featureValue: MLFeatureValue
    /// The model's name for it.
    public let featureName: String

    init(_ featureValue: MLFeatureValue, featureName: String, confidence: VNConfidence, timeRange: CMTimeRange) {
        (self.featureValue, self.featureName) = (featureValue, featureName)
        super.init(confidence: confidence, timeRange: timeRange)
    }
}

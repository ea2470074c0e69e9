import CoreVideo
import Foundation

/// Separates people from what is behind them.
///
/// Linux: fails with ``VNErrorCode/unsupportedRequest``; no library here separates people from what is behind them.
/// Source: Apple, VNGeneratePersonSegmentationRequest.
public final class VNGeneratePersonSegmentationRequest: VNImageBasedRequest {
    /// Whether speed or precision counts more. Source: Apple, VNGeneratePersonSegmentationRequest.QualityLevel.
    public enum QualityLevel: UInt, Sendable {
        case accurate
        case balanced
        case fast
    }

    public var qualityLevel = QualityLevel.accurate

    /// The pixel format of the mask.
    public var outputPixelFormat = kCVPixelFormatType_OneComponent8

    public var results: [VNPixelBufferObservation]? { found as? [VNPixelBufferObservation] }

    override func find(in picture: RequestPicture, region: CGRect) throws -> [VNObservation] {
        throw unsupported("separates people from what is behind them")
    }
}

/// Separates things from what is behind them.
///
/// Linux: fails with ``VNErrorCode/unsupportedRequest``; no library here separates things from what is behind them.
/// Source: Apple, VNGenerateForegroundInstanceMaskRequest.
public final class VNGenerateForegroundInstanceMaskRequest: VNImageBasedRequest {
    public var results: [VNInstanceMaskObservation]? { found as? [VNInstanceMaskObservation] }

    override func find(in picture: RequestPicture, region: CGRect) throws -> [VNObservation] {
        throw unsupported("separates things from what is behind them")
    }
}

/// Tells where people would look first.
///
/// Linux: fails with ``VNErrorCode/unsupportedRequest``; no library here tells where people would look.
/// Source: Apple, VNGenerateAttentionBasedSaliencyImageRequest.
public final class VNGenerateAttentionBasedSaliencyImageRequest: VNImageBasedRequest {
    public var results: [VNSaliencyImageObservation]? { found as? [VNSaliencyImageObservation] }

    override func find(in picture: RequestPicture, region: CGRect) throws -> [VNObservation] {
        throw unsupported("tells where people would look")
    }
}

/// Tells where things are.
///
/// Linux: fails with ``VNErrorCode/unsupportedRequest``; no library here tells where things are.
/// Source: Apple, VNGenerateObjectnessBasedSaliencyImageRequest.
public final class VNGenerateObjectnessBasedSaliencyImageRequest: VNImageBasedRequest {
    public var results: [VNSaliencyImageObservation]? { found as? [VNSaliencyImageObservation] }

    override func find(in picture: RequestPicture, region: CGRect) throws -> [VNObservation] {
        throw unsupported("tells where things are")
    }
}

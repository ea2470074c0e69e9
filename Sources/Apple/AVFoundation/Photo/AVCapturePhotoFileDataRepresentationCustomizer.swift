import Foundation

/// Decides what a photo's file says beside its pixels.
///
/// A method that returns `nil` leaves the thing out; one that is not there keeps it.
/// Source: Apple, AVCapturePhotoFileDataRepresentationCustomizer.
public protocol AVCapturePhotoFileDataRepresentationCustomizer: NSObjectProtocol {
    /// The metadata, in ImageIO's groups. Source: Apple, AVCapturePhotoFileDataRepresentationCustomizer.replacementMetadata(for:).
    func replacementMetadata(for photo: AVCapturePhoto) -> [String: Any]?

    /// The depth of a file that has some. Source: Apple, AVCapturePhotoFileDataRepresentationCustomizer.replacementDepthData(for:).
    func replacementDepthData(for photo: AVCapturePhoto) -> AVDepthData?

    /// The matte of a file that has one. Source: Apple, AVCapturePhotoFileDataRepresentationCustomizer.replacementPortraitEffectsMatte(for:).
    func replacementPortraitEffectsMatte(for photo: AVCapturePhoto) -> AVPortraitEffectsMatte?

    /// Linux: never called, as there are no such mattes.
    ///
    /// Source: Apple, AVCapturePhotoFileDataRepresentationCustomizer.replacementSemanticSegmentationMatte(ofType:for:).
    func replacementSemanticSegmentationMatte(
        ofType semanticSegmentationMatteType: AVSemanticSegmentationMatte.MatteType, for photo: AVCapturePhoto
    ) -> AVSemanticSegmentationMatte?

    /// Linux: never called, as there is no Apple ProRAW.
    ///
    /// Source: Apple, AVCapturePhotoFileDataRepresentationCustomizer.replacementAppleProRAWCompressionSettings(for:defaultSettings:maximumBitDepth:).
    func replacementAppleProRAWCompressionSettings(
        for photo: AVCapturePhoto, defaultSettings: [String: Any], maximumBitDepth: Int
    ) -> [String: Any]
}

extension AVCapturePhotoFileDataRepresentationCustomizer {
    /// The method is optional: keeps the photo's own. Source: Apple, AVCapturePhotoFileDataRepresentationCustomizer.replacementMetadata(for:).
    public func replacementMetadata(for photo: AVCapturePhoto) -> [String: Any]? { photo.metadata }

    /// The method is optional: keeps the photo's own. Source: Apple, AVCapturePhotoFileDataRepresentationCustomizer.replacementDepthData(for:).
    public func replacementDepthData(for photo: AVCapturePhoto) -> AVDepthData? { photo.depthData }

    /// The method is optional: keeps the photo's own.
    /// Source: Apple, AVCapturePhotoFileDataRepresentationCustomizer.replacementPortraitEffectsMatte(for:).
    public func replacementPortraitEffectsMatte(for photo: AVCapturePhoto) -> AVPortraitEffectsMatte? {
        photo.portraitEffectsMatte
    }

    /// The method is optional: keeps the photo's own.
    /// Source: Apple, AVCapturePhotoFileDataRepresentationCustomizer.replacementSemanticSegmentationMatte(ofType:for:).
    public func replacementSemanticSegmentationMatte(
        ofType semanticSegmentationMatteType: AVSemanticSegmentationMatte.MatteType, for photo: AVCapturePhoto
    ) -> AVSemanticSegmentationMatte? { photo.semanticSegmentationMatte(for: semanticSegmentationMatteType) }

    /// The method is optional: keeps the defaults.
    /// Source: Apple, AVCapturePhotoFileDataRepresentationCustomizer.replacementAppleProRAWCompressionSettings(for:defaultSettings:maximumBitDepth:).
    public func replacementAppleProRAWCompressionSettings(
        for photo: AVCapturePhoto, defaultSettings: [String: Any], maximumBitDepth: Int
    ) -> [String: Any] { defaultSettings }
}

import Foundation

/// Decides what a photo's file contains besides its pixels.
///
/// A method that returns `nil` leaves the item out; a method that is not implemented keeps it.
/// Source: Apple, AVCapturePhotoFileDataRepresentationCustomizer.
public protocol AVCapturePhotoFileDataRepresentationCustomizer: NSObjectProtocol {
    /// The metadata, in ImageIO's groups.
    func replacementMetadata(for photo: AVCapturePhoto) -> [String: Any]?

    /// The depth, for a file that has depth.
    func replacementDepthData(for photo: AVCapturePhoto) -> AVDepthData?

    /// The matte, for a file that has one.
    func replacementPortraitEffectsMatte(for photo: AVCapturePhoto) -> AVPortraitEffectsMatte?

    /// Linux: never called, as there are no such mattes.
    func replacementSemanticSegmentationMatte(
        ofType semanticSegmentationMatteType: AVSemanticSegmentationMatte.MatteType, for photo: AVCapturePhoto
    ) -> AVSemanticSegmentationMatte?

    /// Linux: never called, as there is no Apple ProRAW.
    func replacementAppleProRAWCompressionSettings(
        for photo: AVCapturePhoto, defaultSettings: [String: Any], maximumBitDepth: Int
    ) -> [String: Any]
}

extension AVCapturePhotoFileDataRepresentationCustomizer {
    /// The method is optional: keeps the photo's own.
    public func replacementMetadata(for photo: AVCapturePhoto) -> [String: Any]? { photo.metadata }

    /// The method is optional: keeps the photo's own.
    public func replacementDepthData(for photo: AVCapturePhoto) -> AVDepthData? { photo.depthData }

    /// The method is optional: keeps the photo's own.
    public func replacementPortraitEffectsMatte(for photo: AVCapturePhoto) -> AVPortraitEffectsMatte? {
        photo.portraitEffectsMatte
    }

    /// The method is optional: keeps the photo's own.
    public func replacementSemanticSegmentationMatte(
        ofType semanticSegmentationMatteType: AVSemanticSegmentationMatte.MatteType, for photo: AVCapturePhoto
    ) -> AVSemanticSegmentationMatte? { photo.semanticSegmentationMatte(for: semanticSegmentationMatteType) }

    /// The method is optional: keeps the defaults.
    public func replacementAppleProRAWCompressionSettings(
        for photo: AVCapturePhoto, defaultSettings: [String: Any], maximumBitDepth: Int
    ) -> [String: Any] { defaultSettings }
}

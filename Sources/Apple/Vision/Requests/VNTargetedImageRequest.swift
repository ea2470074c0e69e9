import CoreImage
import CoreMedia
import CoreVideo
import Foundation

/// A request that compares the picture of a handler with one of its own.
///
/// The orientation is how the pixels have to be turned to be upright. Without one, that of a file counts, and other
/// pictures are upright.
/// Source: Apple, VNTargetedImageRequest.
open class VNTargetedImageRequest: VNImageBasedRequest {
    /// The picture of its own.
    let target: RequestPicture

    init(
        _ source: RequestPicture.Source, _ orientation: CGImagePropertyOrientation?,
        _ completionHandler: VNRequestCompletionHandler?
    ) {
        target = RequestPicture(source, orientation)
        super.init(completionHandler: completionHandler)
    }

    public convenience init(
        targetedCVPixelBuffer pixelBuffer: CVPixelBuffer, options: [VNImageOption: Any] = [:],
        completionHandler: VNRequestCompletionHandler? = nil
    ) {
        self.init(.buffer(pixelBuffer), nil, completionHandler)
    }

    public convenience init(
        targetedCVPixelBuffer pixelBuffer: CVPixelBuffer, orientation: CGImagePropertyOrientation,
        options: [VNImageOption: Any] = [:], completionHandler: VNRequestCompletionHandler? = nil
    ) {
        self.init(.buffer(pixelBuffer), orientation, completionHandler)
    }

    public convenience init(
        targetedCMSampleBuffer sampleBuffer: CMSampleBuffer, options: [VNImageOption: Any] = [:],
        completionHandler: VNRequestCompletionHandler? = nil
    ) {
        self.init(.sample(sampleBuffer), nil, completionHandler)
    }

    public convenience init(
        targetedCMSampleBuffer sampleBuffer: CMSampleBuffer, orientation: CGImagePropertyOrientation,
        options: [VNImageOption: Any] = [:], completionHandler: VNRequestCompletionHandler? = nil
    ) {
        self.init(.sample(sampleBuffer), orientation, completionHandler)
    }

    public convenience init(
        targetedCGImage cgImage: CGImage, options: [VNImageOption: Any] = [:],
        completionHandler: VNRequestCompletionHandler? = nil
    ) {
        self.init(.image(cgImage), nil, completionHandler)
    }

    public convenience init(
        targetedCGImage cgImage: CGImage, orientation: CGImagePropertyOrientation,
        options: [VNImageOption: Any] = [:], completionHandler: VNRequestCompletionHandler? = nil
    ) {
        self.init(.image(cgImage), orientation, completionHandler)
    }

    public convenience init(
        targetedCIImage ciImage: CIImage, options: [VNImageOption: Any] = [:],
        completionHandler: VNRequestCompletionHandler? = nil
    ) {
        self.init(.recipe(ciImage, options[.ciContext] as? CIContext), nil, completionHandler)
    }

    public convenience init(
        targetedCIImage ciImage: CIImage, orientation: CGImagePropertyOrientation,
        options: [VNImageOption: Any] = [:], completionHandler: VNRequestCompletionHandler? = nil
    ) {
        self.init(.recipe(ciImage, options[.ciContext] as? CIContext), orientation, completionHandler)
    }

    public convenience init(
        targetedImageData imageData: Data, options: [VNImageOption: Any] = [:],
        completionHandler: VNRequestCompletionHandler? = nil
    ) {
        self.init(.data(imageData), nil, completionHandler)
    }

    public convenience init(
        targetedImageData imageData: Data, orientation: CGImagePropertyOrientation,
        options: [VNImageOption: Any] = [:], completionHandler: VNRequestCompletionHandler? = nil
    ) {
        self.init(.data(imageData), orientation, completionHandler)
    }

    public convenience init(
        targetedImageURL imageURL: URL, options: [VNImageOption: Any] = [:],
        completionHandler: VNRequestCompletionHandler? = nil
    ) {
        self.init(.url(imageURL), nil, completionHandler)
    }

    public convenience init(
        targetedImageURL imageURL: URL, orientation: CGImagePropertyOrientation,
        options: [VNImageOption: Any] = [:], completionHandler: VNRequestCompletionHandler? = nil
    ) {
        self.init(.url(imageURL), orientation, completionHandler)
    }
}

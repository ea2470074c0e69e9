import CoreImage
import CoreMedia
import CoreVideo
import Foundation

/// Performs requests on one picture, which is decoded once for all of them. One thread at a time.
///
/// An orientation is how the pixels have to be turned to be upright. Without one, that of a file counts, and other pictures
/// are upright.
/// Source: Apple, VNImageRequestHandler.
open class VNImageRequestHandler: NSObject {
    private let picture: RequestPicture

    private init(_ source: RequestPicture.Source, _ orientation: CGImagePropertyOrientation?) {
        picture = RequestPicture(source, orientation)
    }

    public convenience init(cvPixelBuffer pixelBuffer: CVPixelBuffer, options: [VNImageOption: Any] = [:]) {
        self.init(.buffer(pixelBuffer), nil)
    }

    public convenience init(
        cvPixelBuffer pixelBuffer: CVPixelBuffer, orientation: CGImagePropertyOrientation,
        options: [VNImageOption: Any] = [:]
    ) {
        self.init(.buffer(pixelBuffer), orientation)
    }

    public convenience init(cmSampleBuffer sampleBuffer: CMSampleBuffer, options: [VNImageOption: Any] = [:]) {
        self.init(.sample(sampleBuffer), nil)
    }

    public convenience init(
        cmSampleBuffer sampleBuffer: CMSampleBuffer, orientation: CGImagePropertyOrientation,
        options: [VNImageOption: Any] = [:]
    ) {
        self.init(.sample(sampleBuffer), orientation)
    }

    public convenience init(cgImage image: CGImage, options: [VNImageOption: Any] = [:]) {
        self.init(.image(image), nil)
    }

    public convenience init(
        cgImage image: CGImage, orientation: CGImagePropertyOrientation, options: [VNImageOption: Any] = [:]
    ) {
        self.init(.image(image), orientation)
    }

    public convenience init(ciImage image: CIImage, options: [VNImageOption: Any] = [:]) {
        self.init(.recipe(image, options[.ciContext] as? CIContext), nil)
    }

    public convenience init(
        ciImage image: CIImage, orientation: CGImagePropertyOrientation, options: [VNImageOption: Any] = [:]
    ) {
        self.init(.recipe(image, options[.ciContext] as? CIContext), orientation)
    }

    public convenience init(data imageData: Data, options: [VNImageOption: Any] = [:]) {
        self.init(.data(imageData), nil)
    }

    public convenience init(
        data imageData: Data, orientation: CGImagePropertyOrientation, options: [VNImageOption: Any] = [:]
    ) {
        self.init(.data(imageData), orientation)
    }

    public convenience init(url imageURL: URL, options: [VNImageOption: Any] = [:]) {
        self.init(.url(imageURL), nil)
    }

    public convenience init(
        url imageURL: URL, orientation: CGImagePropertyOrientation, options: [VNImageOption: Any] = [:]
    ) {
        self.init(.url(imageURL), orientation)
    }

    /// Performs the requests, and calls their completion handlers, before it returns.
    ///
    /// - Throws: `NSError` of ``VNErrorDomain``: the first error. Each request with an error has it in its handler.
    open func perform(_ requests: [VNRequest]) throws { try picture.perform(requests) }
}

/// Performs requests on one picture after the other, such as the frames of a camera. One thread at a time.
///
/// Source: Apple, VNSequenceRequestHandler.
open class VNSequenceRequestHandler: NSObject {
    private let trackers = TrackerMemory()

    public override init() {}

    private func picture(
        _ source: RequestPicture.Source, _ orientation: CGImagePropertyOrientation? = nil
    ) -> RequestPicture {
        RequestPicture(source, orientation, after: trackers)
    }

    /// See ``VNImageRequestHandler/perform(_:)``, also for the others.
    open func perform(_ requests: [VNRequest], on pixelBuffer: CVPixelBuffer) throws {
        try picture(.buffer(pixelBuffer)).perform(requests)
    }

    open func perform(
        _ requests: [VNRequest], on pixelBuffer: CVPixelBuffer, orientation: CGImagePropertyOrientation
    ) throws {
        try picture(.buffer(pixelBuffer), orientation).perform(requests)
    }

    open func perform(_ requests: [VNRequest], on sampleBuffer: CMSampleBuffer) throws {
        try picture(.sample(sampleBuffer)).perform(requests)
    }

    open func perform(
        _ requests: [VNRequest], on sampleBuffer: CMSampleBuffer, orientation: CGImagePropertyOrientation
    ) throws {
        try picture(.sample(sampleBuffer), orientation).perform(requests)
    }

    open func perform(_ requests: [VNRequest], on image: CGImage) throws {
        try picture(.image(image)).perform(requests)
    }

    open func perform(
        _ requests: [VNRequest], on image: CGImage, orientation: CGImagePropertyOrientation
    ) throws {
        try picture(.image(image), orientation).perform(requests)
    }

    open func perform(_ requests: [VNRequest], on image: CIImage) throws {
        try picture(.recipe(image, nil)).perform(requests)
    }

    open func perform(
        _ requests: [VNRequest], on image: CIImage, orientation: CGImagePropertyOrientation
    ) throws {
        try picture(.recipe(image, nil), orientation).perform(requests)
    }

    open func perform(_ requests: [VNRequest], onImageData imageData: Data) throws {
        try picture(.data(imageData)).perform(requests)
    }

    open func perform(
        _ requests: [VNRequest], onImageData imageData: Data, orientation: CGImagePropertyOrientation
    ) throws {
        try picture(.data(imageData), orientation).perform(requests)
    }

    open func perform(_ requests: [VNRequest], onImageURL imageURL: URL) throws {
        try picture(.url(imageURL)).perform(requests)
    }

    open func perform(
        _ requests: [VNRequest], onImageURL imageURL: URL, orientation: CGImagePropertyOrientation
    ) throws {
        try picture(.url(imageURL), orientation).perform(requests)
    }
}

import CoreImage
import CoreMedia
import CoreVideo
import Foundation

/// Something to find. Source: Apple, VisionRequest.
public protocol VisionRequest: Hashable, Sendable, CustomStringConvertible {
    associatedtype Result: Sendable
    associatedtype Revision: Hashable, Sendable

    /// The algorithm.
    var revision: Revision { get }
    static var supportedRevisions: [Revision] { get }
    var descriptor: RequestDescriptor { get }
}

/// Something to find in the pixels of a picture. A value: it can be performed on several pictures at a time.
///
/// Source: Apple, ImageProcessingRequest.
public protocol ImageProcessingRequest: VisionRequest {
    /// The part of the upright picture that is searched. What is found has its coordinates in this part.
    var regionOfInterest: NormalizedRect { get set }
}

// An orientation is how the pixels have to be turned to be upright. Without one, that of a file counts, and other pictures
// are upright. The work is done on a thread of its own, not one of the cooperative pool.
extension ImageProcessingRequest {
    /// - Throws: ``VisionError``, also for the others.
    public func perform(on url: URL, orientation: CGImagePropertyOrientation? = nil) async throws -> Result {
        try await ImageRequestHandler(url, orientation: orientation).perform(self)
    }

    public func perform(on data: Data, orientation: CGImagePropertyOrientation? = nil) async throws -> Result {
        try await ImageRequestHandler(data, orientation: orientation).perform(self)
    }

    public func perform(on image: CGImage, orientation: CGImagePropertyOrientation? = nil) async throws -> Result {
        try await ImageRequestHandler(image, orientation: orientation).perform(self)
    }

    public func perform(on image: CIImage, orientation: CGImagePropertyOrientation? = nil) async throws -> Result {
        try await ImageRequestHandler(image, orientation: orientation).perform(self)
    }

    public func perform(
        on pixelBuffer: CVPixelBuffer, orientation: CGImagePropertyOrientation? = nil
    ) async throws -> Result {
        try await ImageRequestHandler(pixelBuffer, orientation: orientation).perform(self)
    }

    public func perform(
        on sampleBuffer: CMSampleBuffer, orientation: CGImagePropertyOrientation? = nil
    ) async throws -> Result {
        try await ImageRequestHandler(sampleBuffer, orientation: orientation).perform(self)
    }
}

/// A request that one of the older kind carries out.
protocol OlderSearch: ImageProcessingRequest {
    /// - Throws: an error of the older request.
    func search(_ picture: RequestPicture) throws -> Result
}

extension VNRequest {
    /// What it finds in a picture.
    final func search<Found: VNObservation>(_ picture: RequestPicture, for kind: Found.Type) throws -> [Found] {
        if let error = perform(on: picture) { throw error }
        return (found ?? []).compactMap { $0 as? Found }
    }
}

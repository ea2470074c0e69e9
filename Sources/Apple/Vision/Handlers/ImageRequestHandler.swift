import CoreImage
import CoreMedia
import CoreVideo
import Foundation
import Locking

/// Performs requests on one picture, which is decoded once for all of them.
///
/// An orientation is how the pixels have to be turned to be upright. Without one, that of a file counts, and other pictures
/// are upright.
/// Source: Apple, ImageRequestHandler.
public final class ImageRequestHandler: Sendable {
    /// One request at a time looks at it.
    private let picture: Mutex<RequestPicture>

    public init(_ url: URL, orientation: CGImagePropertyOrientation? = nil) {
        picture = Mutex(RequestPicture(.url(url), orientation))
    }

    public init(_ data: Data, orientation: CGImagePropertyOrientation? = nil) {
        picture = Mutex(RequestPicture(.data(data), orientation))
    }

    public init(_ image: CGImage, orientation: CGImagePropertyOrientation? = nil) {
        picture = Mutex(RequestPicture(.image(image), orientation))
    }

    public init(_ image: CIImage, orientation: CGImagePropertyOrientation? = nil) {
        picture = Mutex(RequestPicture(.recipe(image, nil), orientation))
    }

    public init(_ pixelBuffer: CVPixelBuffer, orientation: CGImagePropertyOrientation? = nil) {
        picture = Mutex(RequestPicture(.buffer(pixelBuffer), orientation))
    }

    public init(_ sampleBuffer: CMSampleBuffer, orientation: CGImagePropertyOrientation? = nil) {
        picture = Mutex(RequestPicture(.sample(sampleBuffer), orientation))
    }

    /// Performs the requests, one after the other.
    ///
    /// - Throws: ``VisionError``, the first one; those that follow are not performed.
    public func perform<each Request: VisionRequest>(
        _ request: repeat each Request
    ) async throws -> (repeat (each Request).Result) {
        (repeat try await result(of: each request))
    }

    private func result<Request: VisionRequest>(of request: Request) async throws -> Request.Result {
        guard let search = request as? any OlderSearch,
            let result = try await found(by: search) as? Request.Result
        else { throw VisionError.unsupportedRequest("\(request) cannot be performed on a picture") }
        return result
    }

    private func found<Search: OlderSearch>(by search: Search) async throws -> Search.Result {
        if Task.isCancelled { throw VisionError.requestCancelled("The task was cancelled") }
        return try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global(qos: .userInitiated).async { [self] in
                let result = picture.withLock { picture in
                    Swift.Result { try search.search(picture) }.mapError { VisionError($0) }
                }
                continuation.resume(with: result)
            }
        }
    }
}

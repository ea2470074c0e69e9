import AVFoundation
import Foundation
import ImageIO

/// Identifies one request of a Live Photo. Source: Apple, PHLivePhotoRequestID.
public typealias PHLivePhotoRequestID = Int32

/// No request.
public let PHLivePhotoRequestIDInvalid: PHLivePhotoRequestID = 0

// Keys of the dictionary that comes with a Live Photo of files.

/// Why there is no Live Photo.
public let PHLivePhotoInfoErrorKey = "PHLivePhotoInfoErrorKey"
/// Whether a better Live Photo will follow: a Boolean. Linux: always `false`.
public let PHLivePhotoInfoIsDegradedKey = "PHLivePhotoInfoIsDegradedKey"
/// Whether the request was cancelled: a Boolean.
public let PHLivePhotoInfoCancelledKey = "PHLivePhotoInfoCancelledKey"

/// A photo with the movie around its moment, to be shown.
///
/// The photo is in memory in the size that was requested; the movie is read when it is played.
///
/// Source: Apple, PHLivePhoto.
public final class PHLivePhoto: NSObject, Sendable {
    /// Of the photo as it is shown, in pixels.
    public let size: CGSize

    package let image: UIImage
    package let movieURL: URL
    let resources: [PHAssetResource]

    /// - Parameter resources: the photo, then the movie.
    init(image: CGImage, resources: [PHAssetResource]) {
        size = CGSize(width: image.width, height: image.height)
        self.image = UIImage(cgImage: image)
        movieURL = resources[1].fileURL
        self.resources = resources
    }

    /// Makes a Live Photo of a picture and a movie that were captured, or exported from a library, together.
    ///
    /// - `fileURLs`: one picture and one movie, in any order, with the same content identifier. They have to stay where
    ///   they are as long as the Live Photo is used.
    /// - `image`: Linux: without effect, as the Live Photo comes at once.
    /// - `targetSize`: in pixels; `CGSize.zero` is the picture's own.
    /// - `resultHandler`: called once. Linux: on a queue of the image manager.
    @discardableResult
    public class func request(
        withResourceFileURLs fileURLs: [URL], placeholderImage image: UIImage?, targetSize: CGSize,
        contentMode: PHImageContentMode, resultHandler: @escaping (PHLivePhoto?, [AnyHashable: Any]) -> Void
    ) -> PHLivePhotoRequestID {
        let size = ImageSize(targetSize, contentMode, .fast)
        return PHImageManager.default().perform(isSynchronous: false) { outcome in
            var info: [AnyHashable: Any] = [PHLivePhotoInfoIsDegradedKey: false, PHLivePhotoInfoCancelledKey: false]
            var photo: PHLivePhoto?
            switch outcome {
            case .cancelled: info[PHLivePhotoInfoCancelledKey] = true
            case .run:
                do {
                    photo = try LivePhotoFiles(fileURLs).livePhoto(size)
                } catch {
                    info[PHLivePhotoInfoErrorKey] = error
                }
            }
            resultHandler(photo, info)
        }
    }

    /// Cancels a request that has not been answered; its handler is called with ``PHLivePhotoInfoCancelledKey``.
    public class func cancelRequest(withRequestID requestID: PHLivePhotoRequestID) {
        PHImageManager.default().cancelImageRequest(requestID)
    }
}

/// Two files that are to be a Live Photo.
private struct LivePhotoFiles {
    private let picture: (url: URL, facts: MediaFileFacts)
    private let movie: (url: URL, facts: MediaFileFacts)

    /// - Throws: ``PHPhotosError`` if these are not one picture and one movie that belong together.
    init(_ urls: [URL]) throws {
        let files = try urls.map { ($0, try Self.facts(of: $0)) }
        let (pictures, movies) = (files.filter { !$0.1.format.isMovie }, files.filter(\.1.format.isMovie))
        guard pictures.count == 1, movies.count == 1 else {
            let names = urls.map(\.lastPathComponent).joined(separator: ", ")
            throw PHPhotosError(
                .invalidResource, "A Live Photo is made of one picture and one movie, not of these files: \(names).")
        }
        (picture, movie) = (pictures[0], movies[0])
        guard let identifier = Self.contentIdentifier(ofPicture: picture.url),
            identifier == Self.contentIdentifier(ofMovie: movie.url)
        else {
            throw PHPhotosError(
                .invalidResource,
                "\(picture.url.lastPathComponent) and \(movie.url.lastPathComponent) have no content identifier in common, "
                    + "so they are no Live Photo.")
        }
    }

    func livePhoto(_ size: ImageSize) throws -> PHLivePhoto {
        let image = try AssetPicture.image(of: ShownFile(picture.url, picture.facts), size: size)
        return PHLivePhoto(
            image: image,
            resources: [
                PHAssetResource(.photo, picture.url, picture.facts),
                PHAssetResource(.pairedVideo, movie.url, movie.facts),
            ])
    }

    private static func facts(of url: URL) throws(PHPhotosError) -> MediaFileFacts {
        do throws(FileError) {
            if let facts = MediaFileFacts(try FileBytes(path: url.path)) { return facts }
        } catch {
            throw PHPhotosError(.missingResource, "\(url.path) cannot be read (\(error)).", cause: error)
        }
        throw PHPhotosError(.invalidResource, "\(url.path) is no picture or movie.")
    }

    private static func contentIdentifier(ofPicture url: URL) -> String? {
        guard let source = CGImageSourceCreateWithURL(url, nil),
            let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, nil),
            let apple = properties[kCGImagePropertyMakerAppleDictionary as String] as? [String: Any]
        else { return nil }
        // Source: exiftool, Apple tags, ContentIdentifier (0x0011).
        return apple["17"] as? String
    }

    private static func contentIdentifier(ofMovie url: URL) -> String? {
        AVMetadataItem.metadataItems(
            from: AVURLAsset(url: url).metadata, filteredByIdentifier: .quickTimeMetadataContentIdentifier
        ).first?.stringValue
    }
}

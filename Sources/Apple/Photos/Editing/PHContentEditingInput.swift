import AVFoundation
import CoreLocation
import Foundation

/// Which version of an asset an edit begins with.
enum EditBase: Sendable {
    /// The asset as it was saved.
    case original
    /// What the library shows: another editor's result.
    case current
    /// An earlier result with which the last edit began.
    case earlier
}

/// An asset, as an editor gets it.
///
/// Source: Apple, PHContentEditingInput.
public final class PHContentEditingInput: NSObject {
    private let asset: PHAsset
    let base: EditBase
    private let file: PHAssetResource

    /// What was done to the asset before, if the editor said that it can go on with that; it has the original, or what the
    /// adjustment data were made for. `nil` if there is nothing, or the editor has to begin with the result.
    public let adjustmentData: PHAdjustmentData?

    /// The picture in a size for screens, at most 2048 pixels long; `nil` for a video.
    public let displaySizeImage: UIImage?

    /// The movie of a video.
    public let audiovisualAsset: AVAsset?

    /// - Throws: ``PHPhotosError`` if the asset is gone, or its file cannot be shown.
    init(of asset: PHAsset, canHandle: ((PHAdjustmentData) -> Bool)?) throws {
        self.asset = asset
        let resources = try PHAssetResource.all(of: asset)
        let known = resources.first { $0.type == .adjustmentData }.flatMap { try? AdjustmentFile(path: $0.path).data }
        let handled = known.flatMap { canHandle?($0) == true ? $0 : nil }
        let earlier = resources.first { $0.type.isEarlierEdit }
        adjustmentData = handled
        if !asset.hasAdjustments {
            base = .original
        } else if handled == nil {
            base = .current
        } else {
            base = earlier == nil ? .original : .earlier
        }
        file =
            switch base {
            case .original: try PHAssetResource.shown(of: asset, .original)
            case .current: try PHAssetResource.shown(of: asset, .current)
            case .earlier: earlier!
            }
        if asset.mediaType == .video {
            displaySizeImage = nil
            audiovisualAsset = AVURLAsset(url: file.fileURL)
        } else {
            let size = ImageSize(CGSize(width: 2048, height: 2048), .aspectFit, .fast)
            displaySizeImage = UIImage(cgImage: try AssetPicture.image(of: ShownFile(file), size: size))
            audiovisualAsset = nil
        }
    }

    public var mediaType: PHAssetMediaType { asset.mediaType }
    public var mediaSubtypes: PHAssetMediaSubtype { asset.mediaSubtypes }
    public var playbackStyle: PHAsset.PlaybackStyle { asset.playbackStyle }
    public var creationDate: Date? { asset.creationDate }
    public var location: CLLocation? { asset.location }

    /// Of the file with which the edit begins.
    public var uniformTypeIdentifier: String? { file.uniformTypeIdentifier }

    /// The picture in full size, as it is stored; `nil` for a video. Linux: a file of the library, not to be changed.
    public var fullSizeImageURL: URL? { asset.mediaType == .video ? nil : file.fileURL }

    /// How the picture in full size has to be turned: a value of `CGImagePropertyOrientation`; 0 for a video, and for a
    /// picture that cannot be read.
    public var fullSizeImageOrientation: Int32 {
        guard let url = fullSizeImageURL, let source = CGImageSourceCreateWithURL(url, nil),
            let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, nil)
        else { return 0 }
        return (properties[kCGImagePropertyOrientation] as? NSNumber)?.int32Value ?? 1
    }
}

/// How an editor wants to get an asset.
///
/// Source: Apple, PHContentEditingInputRequestOptions.
public final class PHContentEditingInputRequestOptions: NSObject {
    /// Whether the editor can go on with what another edit did. `false` by default: it begins with that edit's result.
    public var canHandleAdjustmentData: ((PHAdjustmentData) -> Bool) = { _ in false }
    /// Linux: everything is local.
    public var isNetworkAccessAllowed = false

    public override init() {}
}

/// Identifies one request of an editor. Source: Apple, PHContentEditingInputRequestID.
public typealias PHContentEditingInputRequestID = Int

// Keys of the dictionary that comes with an editor's input.

/// Whether the asset has to be loaded from iCloud: a Boolean. Linux: always `false`.
public let PHContentEditingInputResultIsInCloudKey = "PHContentEditingInputResultIsInCloudKey"
/// Whether the request was cancelled: a Boolean.
public let PHContentEditingInputCancelledKey = "PHContentEditingInputCancelledKey"
/// Why there is no input.
public let PHContentEditingInputErrorKey = "PHContentEditingInputErrorKey"

extension PHAsset {
    /// Gets what an editor needs of the asset.
    ///
    /// - `completionHandler`: called once, on a queue of the image manager.
    /// - Returns: an identifier for ``cancelContentEditingInputRequest(_:)``.
    @discardableResult
    public func requestContentEditingInput(
        with options: PHContentEditingInputRequestOptions?,
        completionHandler: @escaping (PHContentEditingInput?, [AnyHashable: Any]) -> Void
    ) -> PHContentEditingInputRequestID {
        let canHandle = options?.canHandleAdjustmentData
        return Int(
            PHImageManager.default().perform(isSynchronous: false) { outcome in
                var info: [AnyHashable: Any] = [PHContentEditingInputResultIsInCloudKey: false]
                var input: PHContentEditingInput?
                switch outcome {
                case .cancelled: info[PHContentEditingInputCancelledKey] = true
                case .run:
                    do {
                        // As it is now: it may have been fetched before another edit.
                        input = try PHContentEditingInput(of: self.refetched(), canHandle: canHandle)
                    } catch {
                        info[PHContentEditingInputErrorKey] = error
                    }
                }
                completionHandler(input, info)
            })
    }

    /// Cancels a request that has not been answered; its handler is called with ``PHContentEditingInputCancelledKey``.
    public func cancelContentEditingInputRequest(_ requestID: PHContentEditingInputRequestID) {
        guard let id = PHImageRequestID(exactly: requestID) else { return }
        PHImageManager.default().cancelImageRequest(id)
    }

    private func refetched() throws(PHPhotosError) -> PHAsset {
        guard let record = try store.assets(uuids: [record.uuid]).first else {
            throw PHPhotosError(
                .missingResource, "The asset \(localIdentifier) is no longer in the photo library.")
        }
        return PHAsset(record, in: store)
    }
}

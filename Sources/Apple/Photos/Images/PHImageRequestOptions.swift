import Foundation

/// How an image fits the requested size. Source: Apple, PHImageContentMode.
public enum PHImageContentMode: Int, Sendable {
    /// All of the picture, within the size.
    case aspectFit = 0
    /// As much of the picture as covers the size.
    case aspectFill = 1

    /// The same as `aspectFit`.
    public static let `default` = PHImageContentMode.aspectFit
}

/// Asks for the picture in its own size.
public let PHImageManagerMaximumSize = CGSize(width: -1, height: -1)

/// Which image is delivered if there are several.
///
/// Linux: each mode delivers one image of full quality, once: a quick preview would not be worth a second call.
///
/// Source: Apple, PHImageRequestOptionsDeliveryMode.
public enum PHImageRequestOptionsDeliveryMode: Int, Sendable {
    /// A quick image first, then better ones.
    case opportunistic = 0
    /// The best image only, however long it takes.
    case highQualityFormat = 1
    /// The quickest image only.
    case fastFormat = 2
}

/// How exactly the size is observed. Source: Apple, PHImageRequestOptionsResizeMode.
public enum PHImageRequestOptionsResizeMode: Int, Sendable {
    /// The picture's own size.
    case none = 0
    /// The size, but no larger than the picture, and without cutting anything off.
    case fast = 1
    /// The exact size; what does not fit is cut off.
    case exact = 2
}

/// Which version of an edited asset is wanted. Source: Apple, PHImageRequestOptionsVersion.
///
/// Linux: an original is the picture that is not RAW, if there is one.
public enum PHImageRequestOptionsVersion: Int, Sendable {
    /// With all edits.
    case current = 0
    /// Without edits.
    case unadjusted = 1
    /// As it was saved, in the best of its files.
    case original = 2
}

/// Called while a picture or a video is loaded from iCloud: how much is there, from 0 to 1; why it cannot go on; a flag
/// to set that stops it; and the information of the request. Source: Apple, PHAssetImageProgressHandler.
public typealias PHAssetImageProgressHandler = (
    Double, (any Error)?, UnsafeMutablePointer<ObjCBool>, [AnyHashable: Any]?
) -> Void

/// Called while a video is loaded from iCloud. Source: Apple, PHAssetVideoProgressHandler.
public typealias PHAssetVideoProgressHandler = PHAssetImageProgressHandler

/// Identifies one request of an image manager. Source: Apple, PHImageRequestID.
public typealias PHImageRequestID = Int32

/// No request.
public let PHInvalidImageRequestID: PHImageRequestID = 0

// Keys of a result handler's dictionary.

/// Whether a better image will follow: a Boolean. Linux: always `false`.
public let PHImageResultIsDegradedKey = "PHImageResultIsDegradedKey"
/// The request: a ``PHImageRequestID``.
public let PHImageResultRequestIDKey = "PHImageResultRequestIDKey"
/// Whether the image has to be loaded from iCloud: a Boolean. Linux: always `false`.
public let PHImageResultIsInCloudKey = "PHImageResultIsInCloudKey"
/// Whether the request was cancelled: a Boolean.
public let PHImageCancelledKey = "PHImageCancelledKey"
/// Why there is no image.
public let PHImageErrorKey = "PHImageErrorKey"

/// How to perform an image request.
///
/// Source: Apple, PHImageRequestOptions.
public final class PHImageRequestOptions: NSObject {
    public var version = PHImageRequestOptionsVersion.current
    public var deliveryMode = PHImageRequestOptionsDeliveryMode.opportunistic
    public var resizeMode = PHImageRequestOptionsResizeMode.fast
    /// Whether the result handler is called before the request returns.
    public var isSynchronous = false
    /// Linux: everything is local.
    public var isNetworkAccessAllowed = false
    /// Linux: never called, as for everything that is local.
    public var progressHandler: PHAssetImageProgressHandler?

    public override init() {}
}

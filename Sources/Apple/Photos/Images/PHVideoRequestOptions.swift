import Foundation

/// Which quality of a video is delivered. Source: Apple, PHVideoRequestOptionsDeliveryMode.
///
/// Linux: the library has one file of each video, so that all modes are the same.
public enum PHVideoRequestOptionsDeliveryMode: Int, Sendable {
    case automatic = 0
    case highQualityFormat = 1
    case mediumQualityFormat = 2
    case fastFormat = 3
}

/// Which version of an edited video is wanted. Source: Apple, PHVideoRequestOptionsVersion.
public enum PHVideoRequestOptionsVersion: Int, Sendable {
    /// With all edits.
    case current = 0
    /// As it was saved.
    case original = 1
}

/// How to perform a request for a video.
///
/// Source: Apple, PHVideoRequestOptions.
public final class PHVideoRequestOptions: NSObject {
    public var version = PHVideoRequestOptionsVersion.current
    public var deliveryMode = PHVideoRequestOptionsDeliveryMode.automatic
    /// Linux: everything is local.
    public var isNetworkAccessAllowed = false
    /// Linux: never called, as for everything that is local.
    public var progressHandler: PHAssetVideoProgressHandler?

    public override init() {}
}

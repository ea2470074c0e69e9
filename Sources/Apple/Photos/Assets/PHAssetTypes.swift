/// What an asset is. Source: Apple, PHAssetMediaType.
public enum PHAssetMediaType: Int, Sendable {
    case unknown = 0
    case image = 1
    case video = 2
    case audio = 3
}

/// What is special about an asset. Source: Apple, PHAssetMediaSubtype.
public struct PHAssetMediaSubtype: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    public static let photoPanorama = Self(rawValue: 1 << 0)
    public static let photoHDR = Self(rawValue: 1 << 1)
    public static let photoScreenshot = Self(rawValue: 1 << 2)
    /// A photo with a short movie around the moment. Linux: the only one that the library finds out itself.
    public static let photoLive = Self(rawValue: 1 << 3)
    public static let photoDepthEffect = Self(rawValue: 1 << 4)
    public static let videoStreamed = Self(rawValue: 1 << 16)
    public static let videoHighFrameRate = Self(rawValue: 1 << 17)
    public static let videoTimelapse = Self(rawValue: 1 << 18)
    public static let videoCinematic = Self(rawValue: 1 << 21)
}

/// What a file is for its asset. Source: Apple, PHAssetResourceType.
public enum PHAssetResourceType: Int, Sendable {
    case photo = 1
    case video = 2
    case audio = 3
    /// A photo beside the one that is shown, such as its RAW.
    case alternatePhoto = 4
    case fullSizePhoto = 5
    case fullSizeVideo = 6
    case adjustmentData = 7
    case adjustmentBasePhoto = 8
    /// The movie of a Live Photo.
    case pairedVideo = 9
    case fullSizePairedVideo = 10
    case adjustmentBasePairedVideo = 11
    case adjustmentBaseVideo = 12
    /// A photo that is to be replaced by a better one that is still being made.
    case photoProxy = 19
}

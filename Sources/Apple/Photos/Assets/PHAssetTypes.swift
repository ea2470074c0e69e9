/// The kind of an asset. Source: Apple, PHAssetMediaType.
public enum PHAssetMediaType: Int, Sendable {
    case unknown = 0
    /// A photo.
    case image = 1
    case video = 2
    /// Linux: does not occur.
    case audio = 3
}

/// A way of changing an asset. Source: Apple, PHAssetEditOperation.
public enum PHAssetEditOperation: Int, Sendable {
    case delete = 1
    /// What it shows.
    case content = 2
    /// What is known of it.
    case properties = 3
}

/// Special properties of an asset. Source: Apple, PHAssetMediaSubtype.
public struct PHAssetMediaSubtype: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// Linux: does not occur.
    public static let photoPanorama = Self(rawValue: 1 << 0)
    /// Linux: does not occur.
    public static let photoHDR = Self(rawValue: 1 << 1)
    /// Linux: does not occur.
    public static let photoScreenshot = Self(rawValue: 1 << 2)
    /// A photo with a short movie around the moment.
    public static let photoLive = Self(rawValue: 1 << 3)
    /// A photo whose file has depth. Linux: the library detects only this and `photoLive`.
    public static let photoDepthEffect = Self(rawValue: 1 << 4)
    /// Linux: does not occur.
    public static let videoStreamed = Self(rawValue: 1 << 16)
    /// Linux: does not occur.
    public static let videoHighFrameRate = Self(rawValue: 1 << 17)
    /// Linux: does not occur.
    public static let videoTimelapse = Self(rawValue: 1 << 18)
    /// Linux: does not occur.
    public static let videoCinematic = Self(rawValue: 1 << 21)
}

/// Where an asset comes from. Source: Apple, PHAssetSourceType.
public struct PHAssetSourceType: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// Linux: the only one that occurs.
    public static let typeUserLibrary = Self(rawValue: 1 << 0)
    /// Linux: does not occur.
    public static let typeCloudShared = Self(rawValue: 1 << 1)
    /// Linux: does not occur.
    public static let typeiTunesSynced = Self(rawValue: 1 << 2)
}

/// A file's role in its asset. Source: Apple, PHAssetResourceType.
public enum PHAssetResourceType: Int, Sendable {
    /// The photo that is shown.
    case photo = 1
    /// The video that is shown.
    case video = 2
    /// Linux: not kept.
    case audio = 3
    /// A photo in addition to the one that is shown, such as its RAW.
    case alternatePhoto = 4
    /// The photo with its edits.
    case fullSizePhoto = 5
    /// The video with its edits.
    case fullSizeVideo = 6
    /// Data that describes edits.
    case adjustmentData = 7
    /// An edited photo with which the last edit began.
    case adjustmentBasePhoto = 8
    /// The movie of a Live Photo.
    case pairedVideo = 9
    /// The movie of a Live Photo with its edits. Linux: not kept.
    case fullSizePairedVideo = 10
    /// The movie of a Live Photo before the edits. Linux: not kept.
    case adjustmentBasePairedVideo = 11
    /// An edited video with which the last edit began.
    case adjustmentBaseVideo = 12
    /// A photo that will be replaced by a better one, which is still being made.
    case photoProxy = 19
}

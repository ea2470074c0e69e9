/// What an asset is. Source: Apple, PHAssetMediaType.
public enum PHAssetMediaType: Int, Sendable {
    /// Source: Apple, PHAssetMediaType.unknown.
    case unknown = 0
    /// A photo. Source: Apple, PHAssetMediaType.image.
    case image = 1
    /// Source: Apple, PHAssetMediaType.video.
    case video = 2
    /// Linux: does not occur. Source: Apple, PHAssetMediaType.audio.
    case audio = 3
}

/// What is special about an asset. Source: Apple, PHAssetMediaSubtype.
public struct PHAssetMediaSubtype: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// Linux: does not occur. Source: Apple, PHAssetMediaSubtype.photoPanorama.
    public static let photoPanorama = Self(rawValue: 1 << 0)
    /// Linux: does not occur. Source: Apple, PHAssetMediaSubtype.photoHDR.
    public static let photoHDR = Self(rawValue: 1 << 1)
    /// Linux: does not occur. Source: Apple, PHAssetMediaSubtype.photoScreenshot.
    public static let photoScreenshot = Self(rawValue: 1 << 2)
    /// A photo with a short movie around the moment. Source: Apple, PHAssetMediaSubtype.photoLive.
    public static let photoLive = Self(rawValue: 1 << 3)
    /// A photo whose file says how far away things are. Linux: this and `photoLive` are what the library finds out.
    /// Source: Apple, PHAssetMediaSubtype.photoDepthEffect.
    public static let photoDepthEffect = Self(rawValue: 1 << 4)
    /// Linux: does not occur. Source: Apple, PHAssetMediaSubtype.videoStreamed.
    public static let videoStreamed = Self(rawValue: 1 << 16)
    /// Linux: does not occur. Source: Apple, PHAssetMediaSubtype.videoHighFrameRate.
    public static let videoHighFrameRate = Self(rawValue: 1 << 17)
    /// Linux: does not occur. Source: Apple, PHAssetMediaSubtype.videoTimelapse.
    public static let videoTimelapse = Self(rawValue: 1 << 18)
    /// Linux: does not occur. Source: Apple, PHAssetMediaSubtype.videoCinematic.
    public static let videoCinematic = Self(rawValue: 1 << 21)
}

/// Where an asset comes from. Source: Apple, PHAssetSourceType.
public struct PHAssetSourceType: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// Linux: the only one that occurs. Source: Apple, PHAssetSourceType.typeUserLibrary.
    public static let typeUserLibrary = Self(rawValue: 1 << 0)
    /// Linux: does not occur. Source: Apple, PHAssetSourceType.typeCloudShared.
    public static let typeCloudShared = Self(rawValue: 1 << 1)
    /// Linux: does not occur. Source: Apple, PHAssetSourceType.typeiTunesSynced.
    public static let typeiTunesSynced = Self(rawValue: 1 << 2)
}

/// What a file is for its asset. Source: Apple, PHAssetResourceType.
public enum PHAssetResourceType: Int, Sendable {
    /// The photo that is shown. Source: Apple, PHAssetResourceType.photo.
    case photo = 1
    /// The video that is shown. Source: Apple, PHAssetResourceType.video.
    case video = 2
    /// Linux: not kept. Source: Apple, PHAssetResourceType.audio.
    case audio = 3
    /// A photo beside the one that is shown, such as its RAW. Source: Apple, PHAssetResourceType.alternatePhoto.
    case alternatePhoto = 4
    /// The photo with its edits. Linux: not kept. Source: Apple, PHAssetResourceType.fullSizePhoto.
    case fullSizePhoto = 5
    /// The video with its edits. Linux: not kept. Source: Apple, PHAssetResourceType.fullSizeVideo.
    case fullSizeVideo = 6
    /// What was edited. Linux: not kept. Source: Apple, PHAssetResourceType.adjustmentData.
    case adjustmentData = 7
    /// The photo that the edits begin with. Linux: not kept. Source: Apple, PHAssetResourceType.adjustmentBasePhoto.
    case adjustmentBasePhoto = 8
    /// The movie of a Live Photo. Source: Apple, PHAssetResourceType.pairedVideo.
    case pairedVideo = 9
    /// The movie of a Live Photo with its edits. Linux: not kept. Source: Apple, PHAssetResourceType.fullSizePairedVideo.
    case fullSizePairedVideo = 10
    /// The movie of a Live Photo that the edits begin with. Linux: not kept. Source: Apple, PHAssetResourceType.adjustmentBasePairedVideo.
    case adjustmentBasePairedVideo = 11
    /// The video that the edits begin with. Linux: not kept. Source: Apple, PHAssetResourceType.adjustmentBaseVideo.
    case adjustmentBaseVideo = 12
    /// A photo that is to be replaced by a better one that is still being made. Source: Apple, PHAssetResourceType.photoProxy.
    case photoProxy = 19
}

import Photos

/// Which photos and movies a picker shows. Source: Apple, PHPickerFilter.
public struct PHPickerFilter: Hashable, Sendable {
    private indirect enum Rule: Hashable {
        case images, videos, livePhotos
        case subtype(UInt)
        case style(PHAsset.PlaybackStyle)
        case any([PHPickerFilter])
        case all([PHPickerFilter])
        case not(PHPickerFilter)
    }
    private let rule: Rule

    /// Photos, Live Photos included.
    public static let images = PHPickerFilter(rule: .images)
    public static let videos = PHPickerFilter(rule: .videos)
    public static let livePhotos = PHPickerFilter(rule: .livePhotos)
    /// Photos whose file has depth.
    public static let depthEffectPhotos = PHPickerFilter(subtypes: .photoDepthEffect)
    /// Linux: the library does not know this kind, nor those below; nothing matches.
    public static let panoramas = PHPickerFilter(subtypes: .photoPanorama)
    public static let screenshots = PHPickerFilter(subtypes: .photoScreenshot)
    public static let slomoVideos = PHPickerFilter(subtypes: .videoHighFrameRate)
    public static let timelapseVideos = PHPickerFilter(subtypes: .videoTimelapse)
    public static let cinematicVideos = PHPickerFilter(subtypes: .videoCinematic)

    /// Assets that are shown in that way.
    public static func playbackStyle(_ playbackStyle: PHAsset.PlaybackStyle) -> PHPickerFilter {
        PHPickerFilter(rule: .style(playbackStyle))
    }

    private init(rule: Rule) { self.rule = rule }

    private init(subtypes: PHAssetMediaSubtype) { rule = .subtype(subtypes.rawValue) }

    public static func any(of subfilters: [PHPickerFilter]) -> PHPickerFilter { PHPickerFilter(rule: .any(subfilters)) }
    public static func all(of subfilters: [PHPickerFilter]) -> PHPickerFilter { PHPickerFilter(rule: .all(subfilters)) }
    public static func not(_ filter: PHPickerFilter) -> PHPickerFilter { PHPickerFilter(rule: .not(filter)) }

    func matches(_ asset: PHAsset) -> Bool {
        switch rule {
        case .images: asset.mediaType == .image
        case .videos: asset.mediaType == .video
        case .livePhotos: asset.mediaSubtypes.contains(.photoLive)
        case .subtype(let subtype): asset.mediaSubtypes.rawValue & subtype != 0
        case .style(let style): asset.playbackStyle == style
        case .any(let filters): filters.contains { $0.matches(asset) }
        case .all(let filters): filters.allSatisfy { $0.matches(asset) }
        case .not(let filter): !filter.matches(asset)
        }
    }
}

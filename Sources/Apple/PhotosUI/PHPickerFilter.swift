import Photos

/// Which photos and movies a picker shows. Source: Apple, PHPickerFilter.
public struct PHPickerFilter: Hashable, Sendable {
    private indirect enum Rule: Hashable {
        case images, videos, livePhotos
        case any([PHPickerFilter])
        case all([PHPickerFilter])
        case not(PHPickerFilter)
    }
    private let rule: Rule

    /// Photos, Live Photos included.
    public static let images = PHPickerFilter(rule: .images)
    public static let videos = PHPickerFilter(rule: .videos)
    public static let livePhotos = PHPickerFilter(rule: .livePhotos)
    public static func any(of subfilters: [PHPickerFilter]) -> PHPickerFilter { PHPickerFilter(rule: .any(subfilters)) }
    public static func all(of subfilters: [PHPickerFilter]) -> PHPickerFilter { PHPickerFilter(rule: .all(subfilters)) }
    public static func not(_ filter: PHPickerFilter) -> PHPickerFilter { PHPickerFilter(rule: .not(filter)) }

    func matches(_ asset: PHAsset) -> Bool {
        switch rule {
        case .images: asset.mediaType == .image
        case .videos: asset.mediaType == .video
        case .livePhotos: asset.mediaSubtypes.contains(.photoLive)
        case .any(let filters): filters.contains { $0.matches(asset) }
        case .all(let filters): filters.allSatisfy { $0.matches(asset) }
        case .not(let filter): !filter.matches(asset)
        }
    }
}

import CaptureEngine
import Foundation
import Locking
import MovieCoding

/// Media that belongs together: tracks of pictures and sound. Source: Apple, AVAsset.
///
/// Nothing is read until a value is asked for. A value that cannot be read is empty; `load(_:)` says why.
open class AVAsset: NSObject, NSCopying, AVAsynchronousKeyValueLoading, @unchecked Sendable {  // subclasses lock
    /// What an asset is at one moment.
    struct Contents {
        var duration: CMTime
        var tracks: [AVAssetTrack]
        var metadata: [MovieMetadataItem] = []
        var creationDate: Date?
        var isFragmented = false
    }

    private let file: AssetFileContents?

    init(file: AssetFileContents?) { self.file = file }

    /// The asset of a file. Linux: it is no ``AVURLAsset``, as on Apple's systems.
    public init(url: URL) { file = AssetFileContents(url) }

    /// Reads what is not known yet.
    func contents() throws(AVError) -> Contents {
        try file?.contents(of: self) ?? Contents(duration: .zero, tracks: [])
    }

    /// How far ``contents()`` is.
    private var loadingStatus: (AVKeyValueStatus, AVError?) { file?.status ?? (.loaded, nil) }

    private var known: Contents? { try? contents() }

    /// Linux: the asset itself, which does not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    // MARK: Loading

    public func statusOfValue(
        forKey key: String, error outError: UnsafeMutablePointer<NSError?>?
    ) -> AVKeyValueStatus {
        let (status, error) = loadingStatus
        if let error { outError?.pointee = error as NSError }
        return status
    }

    @preconcurrency public func loadValuesAsynchronously(
        forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)?
    ) {
        AssetLoading.queue.async { [self] in
            _ = try? contents()
            handler?()
        }
    }

    /// Gives up loading. Linux: what is being read is read to its end.
    open func cancelLoading() {}

    /// Loads the tracks of one kind.
    public func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVAssetTrack] {
        try await load(.tracks).filter { $0.mediaType == mediaType }
    }

    /// Loads the tracks with a characteristic.
    public func loadTracks(
        withMediaCharacteristic characteristic: AVMediaCharacteristic
    ) async throws -> [AVAssetTrack] {
        try await load(.tracks).filter { $0.hasMediaCharacteristic(characteristic) }
    }

    /// Loads the track with a number; `nil` if there is none.
    public func loadTrack(withTrackID trackID: CMPersistentTrackID) async throws -> AVAssetTrack? {
        try await load(.tracks).first { $0.trackID == trackID }
    }

    /// Loads the metadata in one format.
    public func loadMetadata(for format: AVMetadataFormat) async throws -> [AVMetadataItem] {
        try await load(.metadata).filter { AVMetadataFormat($0) == format }
    }

    // MARK: Values

    /// How long it is; `.zero` if it cannot be read.
    open var duration: CMTime { known?.duration ?? .zero }
    /// How fast it is meant to be played: 1.
    open var preferredRate: Float { 1 }
    open var preferredVolume: Float { 1 }
    /// How it is to be turned when it is shown: `.identity`, as each track has its own.
    open var preferredTransform: CGAffineTransform { .identity }
    open var tracks: [AVAssetTrack] { known?.tracks ?? [] }

    /// The tracks of one kind.
    // A composition that can be changed has a method of the same name for its own tracks.
    @_disfavoredOverload
    open func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] {
        tracks.filter { $0.mediaType == mediaType }
    }

    /// The tracks with a characteristic.
    open func tracks(withMediaCharacteristic characteristic: AVMediaCharacteristic) -> [AVAssetTrack] {
        tracks.filter { $0.hasMediaCharacteristic(characteristic) }
    }

    /// The track with a number.
    open func track(withTrackID trackID: CMPersistentTrackID) -> AVAssetTrack? {
        tracks.first { $0.trackID == trackID }
    }

    /// All metadata, in the form in which it is stored.
    open var metadata: [AVMetadataItem] { known?.metadata.map(MetadataNames.item) ?? [] }

    /// The metadata that has a common key.
    open var commonMetadata: [AVMetadataItem] { metadata.filter { $0.commonKey != nil } }

    /// The formats in which there is metadata.
    open var availableMetadataFormats: [AVMetadataFormat] {
        metadata.compactMap(AVMetadataFormat.init).reduce(into: []) { formats, format in
            if !formats.contains(format) { formats.append(format) }
        }
    }

    /// The metadata in one format.
    open func metadata(forFormat format: AVMetadataFormat) -> [AVMetadataItem] {
        metadata.filter { AVMetadataFormat($0) == format }
    }

    /// When it was recorded.
    open var creationDate: AVMetadataItem? { known.flatMap(Self.creationDate) }

    static func creationDate(_ contents: Contents) -> AVMetadataItem? {
        let items = contents.metadata.map(MetadataNames.item)
        if let item = items.first(where: { $0.commonKey == .commonKeyCreationDate }) { return item }
        guard let date = contents.creationDate else { return nil }
        let item = AVMutableMetadataItem()
        item.identifier = .commonIdentifierCreationDate
        item.value = NSDate(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate)
        return item.copy() as? AVMetadataItem
    }

    /// Whether times are exact: always, as the index of a movie is read as a whole.
    open var providesPreciseDurationAndTiming: Bool { true }
    /// Whether there is a decoder for one of its tracks.
    open var isPlayable: Bool { known?.tracks.contains(where: \.isDecodable) ?? false }
    /// Whether an ``AVAssetExportSession`` can export it.
    open var isExportable: Bool { isPlayable && !hasProtectedContent }
    /// Whether an ``AVAssetReader`` can read it.
    open var isReadable: Bool { isExportable }
    /// Whether its tracks can be put into a composition.
    open var isComposable: Bool { isExportable }
    /// Whether it is encrypted.
    open var hasProtectedContent: Bool { known?.tracks.contains { $0.facts.isProtected } ?? false }
    /// Whether it is made for fragments to be added.
    open var canContainFragments: Bool { known?.isFragmented ?? false }
    open var containsFragments: Bool { known?.isFragmented ?? false }
}

extension AVPartialAsyncProperty where Root: AVAsset {
    public static var duration: AVAsyncProperty<Root, CMTime> { .init("duration") { try $0.contents().duration } }
    public static var tracks: AVAsyncProperty<Root, [AVAssetTrack]> { .init("tracks") { try $0.contents().tracks } }
    public static var preferredRate: AVAsyncProperty<Root, Float> { checked("preferredRate", \.preferredRate) }
    public static var preferredVolume: AVAsyncProperty<Root, Float> { checked("preferredVolume", \.preferredVolume) }
    public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
        checked("preferredTransform", \.preferredTransform)
    }
    public static var creationDate: AVAsyncProperty<Root, AVMetadataItem?> { checked("creationDate", \.creationDate) }
    public static var metadata: AVAsyncProperty<Root, [AVMetadataItem]> { checked("metadata", \.metadata) }
    public static var commonMetadata: AVAsyncProperty<Root, [AVMetadataItem]> {
        checked("commonMetadata", \.commonMetadata)
    }
    public static var availableMetadataFormats: AVAsyncProperty<Root, [AVMetadataFormat]> {
        checked("availableMetadataFormats", \.availableMetadataFormats)
    }
    public static var providesPreciseDurationAndTiming: AVAsyncProperty<Root, Bool> {
        checked("providesPreciseDurationAndTiming", \.providesPreciseDurationAndTiming)
    }
    public static var isPlayable: AVAsyncProperty<Root, Bool> { checked("playable", \.isPlayable) }
    public static var isExportable: AVAsyncProperty<Root, Bool> { checked("exportable", \.isExportable) }
    public static var isReadable: AVAsyncProperty<Root, Bool> { checked("readable", \.isReadable) }
    public static var isComposable: AVAsyncProperty<Root, Bool> { checked("composable", \.isComposable) }
    public static var hasProtectedContent: AVAsyncProperty<Root, Bool> {
        checked("hasProtectedContent", \.hasProtectedContent)
    }
    public static var canContainFragments: AVAsyncProperty<Root, Bool> {
        checked("canContainFragments", \.canContainFragments)
    }
    public static var containsFragments: AVAsyncProperty<Root, Bool> {
        checked("containsFragments", \.containsFragments)
    }

    /// A value that is empty when the asset cannot be read.
    private static func checked<Value>(
        _ key: String, _ value: @escaping (Root) -> Value
    ) -> AVAsyncProperty<Root, Value> {
        .init(key) { root in
            _ = try root.contents()
            return value(root)
        }
    }
}

/// A form in which metadata is stored. Source: Apple, AVMetadataFormat.
public struct AVMetadataFormat: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let quickTimeUserData = AVMetadataFormat(rawValue: "com.apple.quicktime.udta")
    public static let quickTimeMetadata = AVMetadataFormat(rawValue: "com.apple.quicktime.mdta")
    public static let iTunesMetadata = AVMetadataFormat(rawValue: "com.apple.itunes")
    public static let id3Metadata = AVMetadataFormat(rawValue: "org.id3")
    public static let isoUserData = AVMetadataFormat(rawValue: "org.mp4ra")
    public static let unknown = AVMetadataFormat(rawValue: "")

    init?(_ item: AVMetadataItem) {
        switch item.keySpace?.rawValue {
        case "mdta": self = .quickTimeMetadata
        case "udta": self = .quickTimeUserData
        case "itsk": self = .iTunesMetadata
        default: return nil
        }
    }
}

/// What a track can be. Source: Apple, AVMediaCharacteristic.
public struct AVMediaCharacteristic: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// It can be seen.
    public static let visual = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicVisual")
    /// It can be heard.
    public static let audible = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicAudible")
    /// It can be read.
    public static let legible = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicLegible")
    /// Its pictures are brighter than standard dynamic range.
    public static let containsHDRVideo = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicContainsHDRVideo")
}

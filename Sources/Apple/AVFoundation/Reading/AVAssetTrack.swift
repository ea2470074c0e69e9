import CaptureEngine
import Foundation
import MovieCoding

/// A track of an asset. Source: Apple, AVAssetTrack.
open class AVAssetTrack: NSObject, AVAsynchronousKeyValueLoading, @unchecked Sendable {  // what changes is locked
    private let constant: MovieFacts.Track
    /// The asset that it belongs to, as long as somebody keeps that.
    open private(set) weak var asset: AVAsset?

    init(_ facts: MovieFacts.Track, of asset: AVAsset?) {
        constant = facts
        self.asset = asset
    }

    /// What the track is now.
    var facts: MovieFacts.Track { constant }

    public func statusOfValue(
        forKey key: String, error outError: UnsafeMutablePointer<NSError?>?
    ) -> AVKeyValueStatus { .loaded }

    @preconcurrency public func loadValuesAsynchronously(
        forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)?
    ) {
        AssetLoading.queue.async { handler?() }
    }

    // MARK: Values

    open var trackID: CMPersistentTrackID { facts.id }

    open var mediaType: AVMediaType {
        switch facts.kind {
        case .pictures: .video
        case .sound: .audio
        case .other(let handler): AVMediaType(handler)
        }
    }

    /// Formats of its samples: each a `CMFormatDescription`.
    open var formatDescriptions: [Any] { facts.formats }
    open var isPlayable: Bool { isDecodable }
    /// Whether there is a decoder for it.
    open var isDecodable: Bool { facts.isDecodable }
    open var isEnabled: Bool { facts.isEnabled }
    /// Whether all of its media is in the file itself.
    open var isSelfContained: Bool { true }
    /// In bytes; 0 if the file has no index.
    open var totalSampleDataLength: Int64 { facts.byteCount }
    /// Where it is on the asset's timeline.
    open var timeRange: CMTimeRange { facts.timeRange }
    /// Units per second of its times.
    open var naturalTimeScale: CMTimeScale { facts.timescale }
    /// Bits per second.
    open var estimatedDataRate: Float { Float(facts.dataRate) }
    /// Three letters of ISO 639-2/T.
    open var languageCode: String? { facts.language }
    open var extendedLanguageTag: String? { facts.language }

    /// The size of its pictures before ``preferredTransform``.
    open var naturalSize: CGSize { CGSize(width: facts.size.width, height: facts.size.height) }

    /// How its pictures are turned when they are shown.
    open var preferredTransform: CGAffineTransform {
        let values = facts.transform.map { CGFloat($0) }
        return CGAffineTransform(
            a: values[0], b: values[1], c: values[2], d: values[3], tx: values[4], ty: values[5])
    }

    open var preferredVolume: Float { Float(facts.volume) }
    /// Frames per second: the average.
    open var nominalFrameRate: Float { Float(facts.frameRate) }
    /// The shortest time that a frame is shown.
    open var minFrameDuration: CMTime { facts.shortestFrame }
    /// The parts of the track, and where they come from.
    open var segments: [AVAssetTrackSegment] { facts.segments.map { AVAssetTrackSegment($0) } }
    open var metadata: [AVMetadataItem] { facts.metadata.map(MetadataNames.item) }
    open var commonMetadata: [AVMetadataItem] { metadata.filter { $0.commonKey != nil } }

    /// The part at a time of the track.
    open func segment(forTrackTime trackTime: CMTime) -> AVAssetTrackSegment? {
        segments.first { $0.timeMapping.target.containsTime(trackTime) }
    }

    open func hasMediaCharacteristic(_ mediaCharacteristic: AVMediaCharacteristic) -> Bool {
        switch mediaCharacteristic {
        case .visual: mediaType == .video
        case .audible: mediaType == .audio
        case .legible: [.text, .subtitle, .closedCaption].contains(mediaType)
        case .containsHDRVideo:
            facts.formats.contains { format in
                let transfer = format.extensionValue(kCVImageBufferTransferFunctionKey) as? String
                return transfer == kCVImageBufferTransferFunction_ITU_R_2100_HLG
                    || transfer == kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ
            }
        default: false
        }
    }
}

/// What an item holds is there; it is asked in the same way as what takes time.
extension AVMetadataItem: AVAsynchronousKeyValueLoading {
    public func statusOfValue(
        forKey key: String, error outError: UnsafeMutablePointer<NSError?>?
    ) -> AVKeyValueStatus { .loaded }

    @preconcurrency public func loadValuesAsynchronously(
        forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)?
    ) {
        AssetLoading.queue.async { handler?() }
    }
}

extension AVPartialAsyncProperty where Root: AVMetadataItem {
    public static var value: AVAsyncProperty<Root, (any NSCopying & NSObjectProtocol)?> { .init("value", \.value) }
    public static var stringValue: AVAsyncProperty<Root, String?> { .init("stringValue", \.stringValue) }
    public static var numberValue: AVAsyncProperty<Root, NSNumber?> { .init("numberValue", \.numberValue) }
    public static var dateValue: AVAsyncProperty<Root, Date?> { .init("dateValue", \.dateValue) }
    public static var dataValue: AVAsyncProperty<Root, Data?> { .init("dataValue", \.dataValue) }
    public static var extraAttributes: AVAsyncProperty<Root, [AVMetadataExtraAttributeKey: Any]?> {
        .init("extraAttributes", \.extraAttributes)
    }
}

extension AVPartialAsyncProperty where Root: AVAssetTrack {
    public static var formatDescriptions: AVAsyncProperty<Root, [CMFormatDescription]> {
        .init("formatDescriptions") { $0.facts.formats }
    }
    public static var isPlayable: AVAsyncProperty<Root, Bool> { .init("playable", \.isPlayable) }
    public static var isDecodable: AVAsyncProperty<Root, Bool> { .init("decodable", \.isDecodable) }
    public static var isEnabled: AVAsyncProperty<Root, Bool> { .init("enabled", \.isEnabled) }
    public static var isSelfContained: AVAsyncProperty<Root, Bool> { .init("selfContained", \.isSelfContained) }
    public static var totalSampleDataLength: AVAsyncProperty<Root, Int64> {
        .init("totalSampleDataLength", \.totalSampleDataLength)
    }
    public static var timeRange: AVAsyncProperty<Root, CMTimeRange> { .init("timeRange", \.timeRange) }
    public static var naturalTimeScale: AVAsyncProperty<Root, CMTimeScale> {
        .init("naturalTimeScale", \.naturalTimeScale)
    }
    public static var estimatedDataRate: AVAsyncProperty<Root, Float> {
        .init("estimatedDataRate", \.estimatedDataRate)
    }
    public static var languageCode: AVAsyncProperty<Root, String?> { .init("languageCode", \.languageCode) }
    public static var extendedLanguageTag: AVAsyncProperty<Root, String?> {
        .init("extendedLanguageTag", \.extendedLanguageTag)
    }
    public static var naturalSize: AVAsyncProperty<Root, CGSize> { .init("naturalSize", \.naturalSize) }
    public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
        .init("preferredTransform", \.preferredTransform)
    }
    public static var preferredVolume: AVAsyncProperty<Root, Float> { .init("preferredVolume", \.preferredVolume) }
    public static var nominalFrameRate: AVAsyncProperty<Root, Float> {
        .init("nominalFrameRate", \.nominalFrameRate)
    }
    public static var minFrameDuration: AVAsyncProperty<Root, CMTime> {
        .init("minFrameDuration", \.minFrameDuration)
    }
    public static var segments: AVAsyncProperty<Root, [AVAssetTrackSegment]> { .init("segments", \.segments) }
    public static var metadata: AVAsyncProperty<Root, [AVMetadataItem]> { .init("metadata", \.metadata) }
    public static var commonMetadata: AVAsyncProperty<Root, [AVMetadataItem]> {
        .init("commonMetadata", \.commonMetadata)
    }
}

/// Which range of the media is where on a timeline. Source: Apple, CMTimeMapping.
public struct CMTimeMapping: Hashable, Sendable {
    /// Of the media; invalid for an empty part.
    public var source: CMTimeRange
    /// Of the timeline.
    public var target: CMTimeRange

    public init(source: CMTimeRange, target: CMTimeRange) {
        self.source = source
        self.target = target
    }
}

/// A part of a track. Source: Apple, AVAssetTrackSegment.
open class AVAssetTrackSegment: NSObject, @unchecked Sendable {  // constant
    let segment: MediaSegment

    init(_ segment: MediaSegment) { self.segment = segment }

    open var timeMapping: CMTimeMapping {
        CMTimeMapping(source: isEmpty ? .invalid : segment.sourceRange, target: segment.targetRange)
    }

    /// Whether there is nothing to see or hear.
    open var isEmpty: Bool { segment.source == nil }
}

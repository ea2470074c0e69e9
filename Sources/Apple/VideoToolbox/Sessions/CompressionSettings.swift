import CoreMedia
import MissingFoundation
import MovieCoding

/// The properties of a compression session.
struct CompressionSettings: Sendable {
    var codec: CMFormatDescription.MediaSubType
    var size: CMVideoDimensions
    private(set) var bitRate: Int?
    /// Pairs of bytes and seconds.
    private(set) var rateLimits: [Double]?
    private var quality: Double?
    private var profileLevel: String?
    private var entropyMode: String?
    private var keyFrameInterval: Int?
    private var keyFrameSeconds: Double?
    private var allowsReordering = true
    private var isRealTime = false
    private var frameRate = 0.0
    private var allowsTemporal = true
    private var primaries: String?
    private var transfer: String?
    private var matrix: String?

    init(codec: CMFormatDescription.MediaSubType, size: CMVideoDimensions) {
        self.codec = codec
        self.size = size
    }

    /// Whether samples can be in another order than they are shown.
    var reordersFrames: Bool { coding.reordersFrames }

    var coding: PictureCoding {
        var coding = PictureCoding()
        coding.codec = codec
        coding.size = size
        coding.acceptsChanges = true
        coding.bitRate = bitRate
        coding.rateLimit = strictestLimit.map { .init(bits: Int($0.bytes * 8), seconds: $0.seconds) }
        coding.quality = quality
        coding.frameRate = frameRate > 0 ? frameRate : 30
        coding.reordersFrames = allowsReordering && !isRealTime && allowsTemporal
        coding.color = .init(primaries: primaries, transfer: transfer, matrix: matrix)
        coding.keyFrameInterval = allowsTemporal ? keyFrameInterval : 1
        // Without any limit, players can seek to each second.
        coding.keyFrameSeconds = keyFrameSeconds ?? (coding.keyFrameInterval == nil ? 1 : 3600)
        if let entropyMode { _ = coding.setEntropyMode(entropyMode) }
        if let profileLevel { _ = coding.setProfileLevel(profileLevel) }
        return coding
    }

    /// The encoder keeps one limit.
    private var strictestLimit: (bytes: Double, seconds: Double)? {
        let values = rateLimits ?? []
        return stride(from: 0, to: values.count, by: 2).map { (values[$0], values[$0 + 1]) }
            .min { $0.0 / $0.1 < $1.0 / $1.1 }
    }

    var properties: [String: Any] {
        let optional: [(String, Any?)] = [
            (kVTCompressionPropertyKey_AverageBitRate, bitRate), (kVTCompressionPropertyKey_Quality, quality),
            (kVTCompressionPropertyKey_DataRateLimits, rateLimits),
            (kVTCompressionPropertyKey_ProfileLevel, profileLevel),
            (kVTCompressionPropertyKey_H264EntropyMode, entropyMode),
            (kVTCompressionPropertyKey_MaxKeyFrameInterval, keyFrameInterval),
            (kVTCompressionPropertyKey_MaxKeyFrameIntervalDuration, keyFrameSeconds),
            (kVTCompressionPropertyKey_AllowFrameReordering, allowsReordering),
            (kVTCompressionPropertyKey_RealTime, isRealTime),
            (kVTCompressionPropertyKey_ExpectedFrameRate, frameRate),
            (kVTCompressionPropertyKey_AllowTemporalCompression, allowsTemporal),
            (kVTCompressionPropertyKey_ColorPrimaries, primaries),
            (kVTCompressionPropertyKey_TransferFunction, transfer),
            (kVTCompressionPropertyKey_YCbCrMatrix, matrix),
            (kVTCompressionPropertyKey_UsingHardwareAcceleratedVideoEncoder, false),
        ]
        return Dictionary(uniqueKeysWithValues: optional.map { ($0.0, $0.1 ?? "") })
    }

    /// - Parameter value: `nil` for the usual one.
    mutating func set(_ value: Any?, for key: CFString) -> OSStatus {
        switch key {
        case kVTCompressionPropertyKey_AverageBitRate: set(\.bitRate, value, PropertyValue.integer) { $0 > 0 }
        case kVTCompressionPropertyKey_DataRateLimits:
            set(\.rateLimits, value, PropertyValue.numbers, isRight: Self.areLimits)
        case kVTCompressionPropertyKey_Quality: set(\.quality, value, PropertyValue.number) { (0...1).contains($0) }
        case kVTCompressionPropertyKey_ProfileLevel: setProfileLevel(value)
        case kVTCompressionPropertyKey_H264EntropyMode: setEntropyMode(value)
        case kVTCompressionPropertyKey_MaxKeyFrameInterval:
            // 0 leaves it to the session.
            set(\.keyFrameInterval, PropertyValue.integer(value) == 0 ? nil : value, PropertyValue.integer) { $0 > 0 }
        case kVTCompressionPropertyKey_MaxKeyFrameIntervalDuration:
            set(\.keyFrameSeconds, PropertyValue.number(value) == 0 ? nil : value, PropertyValue.number) {
                (0...3600).contains($0)
            }
        case kVTCompressionPropertyKey_ExpectedFrameRate:
            set(\.frameRate, value ?? 0, PropertyValue.number) { $0 == 0 || (0.001...10_000).contains($0) }
        case kVTCompressionPropertyKey_AllowFrameReordering: set(\.allowsReordering, value ?? true)
        case kVTCompressionPropertyKey_RealTime: set(\.isRealTime, value ?? false)
        case kVTCompressionPropertyKey_AllowTemporalCompression: set(\.allowsTemporal, value ?? true)
        case kVTCompressionPropertyKey_ColorPrimaries: set(\.primaries, value, { $0 as? String }) { _ in true }
        case kVTCompressionPropertyKey_TransferFunction: set(\.transfer, value, { $0 as? String }) { _ in true }
        case kVTCompressionPropertyKey_YCbCrMatrix: set(\.matrix, value, { $0 as? String }) { _ in true }
        case kVTCompressionPropertyKey_NumberOfPendingFrames,
            kVTCompressionPropertyKey_UsingHardwareAcceleratedVideoEncoder:
            kVTPropertyReadOnlyErr
        default: kVTPropertyNotSupportedErr
        }
    }

    private static func areLimits(_ values: [Double]) -> Bool {
        [2, 4].contains(values.count)
            && values.enumerated().allSatisfy { $1 > 0 && $1 <= ($0 % 2 == 0 ? 0x7fff_ffff : 3600) }
    }

    private mutating func setProfileLevel(_ value: Any?) -> OSStatus {
        var coding = PictureCoding()
        coding.codec = codec
        return set(\.profileLevel, value, { $0 as? String }) { coding.setProfileLevel($0) }
    }

    private mutating func setEntropyMode(_ value: Any?) -> OSStatus {
        var coding = PictureCoding()
        coding.codec = codec
        // Only H.264 has a choice.
        guard codec == .h264 else { return kVTPropertyNotSupportedErr }
        return set(\.entropyMode, value, { $0 as? String }) { coding.setEntropyMode($0) }
    }

    private mutating func set<Value>(
        _ property: WritableKeyPath<Self, Value?>, _ value: Any?, _ read: (Any?) -> Value?, isRight: (Value) -> Bool
    ) -> OSStatus {
        guard let value else {
            self[keyPath: property] = nil
            return noErr
        }
        guard let new = read(value), isRight(new) else { return kVTParameterErr }
        self[keyPath: property] = new
        return noErr
    }

    private mutating func set(
        _ property: WritableKeyPath<Self, Double>, _ value: Any?, _ read: (Any?) -> Double?, isRight: (Double) -> Bool
    ) -> OSStatus {
        guard let new = read(value), isRight(new) else { return kVTParameterErr }
        self[keyPath: property] = new
        return noErr
    }

    private mutating func set(_ property: WritableKeyPath<Self, Bool>, _ value: Any) -> OSStatus {
        guard let new = PropertyValue.flag(value) else { return kVTParameterErr }
        self[keyPath: property] = new
        return noErr
    }
}

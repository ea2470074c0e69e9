import Foundation

/// What the app remembers from one launch to the next, and shares with its lock screen extension.
///
/// It is a small file in the user's state folder. The app and its extension read it when they start, and write it when
/// a person changes something. Source: freedesktop.org, XDG Base Directory Specification (`XDG_STATE_HOME`).
package struct CameraState: Sendable, Equatable {
    package var captureMode: CaptureMode = .photo
    package var photoFeatures = PhotoFeatures()
    package var isHDRVideoEnabled = false
    /// `nil` leaves it to the camera.
    package var videoFormat: VideoFormat?
    package var movieSpeed = MovieSpeed.normal
    package var selfTimer = SelfTimer.off
    package var seriesInterval = SeriesInterval.off
    package var isLevelEnabled = false
    package var isCodeScanningEnabled = false
    /// Whether movies and Live Photos have sound.
    package var recordsSound = true
    /// Whether movies' pictures are kept steady, if the camera can.
    package var isStabilizationEnabled = false
    /// Whether captures of a front camera are mirrored, as its preview is.
    package var isFrontCameraMirrored = false
    /// The `uniqueID` of the chosen microphone; `nil` uses the one that belongs to the camera.
    package var microphoneID: String?
    /// Whether the person has been told what the app needs the camera and microphone for.
    package var isIntroduced = false
    /// The `uniqueID` of the camera used last.
    package var cameraID: String?
    /// What movies' pictures need; `nil` before the first movie.
    package var movieBitsPerPixel: Double?

    package init() {}

    /// The file of the state.
    package static var standardURL: URL {
        let environment = ProcessInfo.processInfo.environment
        let folder = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? NSHomeDirectory()
        return URL(fileURLWithPath: folder ?? home + "/.local/state")
            .appendingPathComponent("avcam/camera.json")
    }

    /// The remembered state; the defaults when there is none, or when it cannot be read.
    package static func load(from url: URL = standardURL) -> CameraState {
        guard let data = try? Data(contentsOf: url) else { return CameraState() }
        return (try? JSONDecoder().decode(CameraState.self, from: data)) ?? CameraState()
    }

    package func save(to url: URL = standardURL) throws {
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(self).write(to: url, options: .atomic)
    }
}

extension CameraState: Codable {
    private enum Key: String, CodingKey {
        case captureMode, photoFeatures, isHDRVideoEnabled, videoFormat, selfTimer, isLevelEnabled, recordsSound
        case microphoneID, isIntroduced, cameraID, isCodeScanningEnabled, isFrontCameraMirrored
        case seriesInterval, isStabilizationEnabled, movieSpeed, movieBitsPerPixel
    }

    /// A value that an older version did not write, or that this one cannot read, gets its default; the rest is kept.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        container.read(.captureMode, into: &captureMode)
        container.read(.photoFeatures, into: &photoFeatures)
        container.read(.isHDRVideoEnabled, into: &isHDRVideoEnabled)
        container.read(.videoFormat, into: &videoFormat)
        container.read(.movieSpeed, into: &movieSpeed)
        container.read(.selfTimer, into: &selfTimer)
        container.read(.seriesInterval, into: &seriesInterval)
        container.read(.isLevelEnabled, into: &isLevelEnabled)
        container.read(.isCodeScanningEnabled, into: &isCodeScanningEnabled)
        container.read(.isFrontCameraMirrored, into: &isFrontCameraMirrored)
        container.read(.isStabilizationEnabled, into: &isStabilizationEnabled)
        container.read(.recordsSound, into: &recordsSound)
        container.read(.microphoneID, into: &microphoneID)
        container.read(.isIntroduced, into: &isIntroduced)
        container.read(.cameraID, into: &cameraID)
        movieBitsPerPixel = try? container.decode(Double.self, forKey: .movieBitsPerPixel, in: 0.001...10)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(captureMode, forKey: .captureMode)
        try container.encode(photoFeatures, forKey: .photoFeatures)
        try container.encode(isHDRVideoEnabled, forKey: .isHDRVideoEnabled)
        try container.encodeIfPresent(videoFormat, forKey: .videoFormat)
        try container.encode(movieSpeed, forKey: .movieSpeed)
        try container.encode(selfTimer, forKey: .selfTimer)
        try container.encode(seriesInterval, forKey: .seriesInterval)
        try container.encode(isLevelEnabled, forKey: .isLevelEnabled)
        try container.encode(isCodeScanningEnabled, forKey: .isCodeScanningEnabled)
        try container.encode(isFrontCameraMirrored, forKey: .isFrontCameraMirrored)
        try container.encode(isStabilizationEnabled, forKey: .isStabilizationEnabled)
        try container.encode(recordsSound, forKey: .recordsSound)
        try container.encodeIfPresent(microphoneID, forKey: .microphoneID)
        try container.encode(isIntroduced, forKey: .isIntroduced)
        try container.encodeIfPresent(cameraID, forKey: .cameraID)
        try container.encodeIfPresent(movieBitsPerPixel, forKey: .movieBitsPerPixel)
    }
}

extension KeyedDecodingContainer {
    /// Reads a value if it is there and valid; otherwise `value` stays.
    func read<Value: Decodable>(_ key: Key, into value: inout Value) {
        if let new = try? decodeIfPresent(Value.self, forKey: key) { value = new }
    }

    /// - Throws: `DecodingError` for a value outside of `range`.
    func decode<Value: Decodable & Comparable>(
        _ type: Value.Type, forKey key: Key, in range: ClosedRange<Value>
    ) throws -> Value {
        let value = try decode(type, forKey: key)
        if range.contains(value) { return value }
        throw DecodingError.dataCorruptedError(
            forKey: key, in: self, debugDescription: "\(value) is not in \(range)")
    }
}

import Foundation

/// What the app remembers from one start to the next, and shares with its extension on the lock screen.
///
/// A small file in the user's state folder; each of the two reads it when it starts, and writes what a person changed.
/// Source: freedesktop.org, XDG Base Directory Specification (`XDG_STATE_HOME`).
package struct CameraState: Sendable, Equatable {
    package var captureMode: CaptureMode = .photo
    package var photoFeatures = PhotoFeatures()
    package var isHDRVideoEnabled = false
    /// `nil` leaves it to the camera.
    package var videoFormat: VideoFormat?
    package var selfTimer = SelfTimer.off
    package var isLevelEnabled = false
    /// Whether movies and Live Photos have sound.
    package var recordsSound = true
    /// The `uniqueID` of the microphone that was chosen; `nil` takes the one that belongs to the camera.
    package var microphoneID: String?
    /// Whether the person was told what the app wants with camera and microphone.
    package var isIntroduced = false
    /// The `uniqueID` of the camera that was used last.
    package var cameraID: String?

    package init() {}

    /// Where the state is kept.
    package static var standardURL: URL {
        let environment = ProcessInfo.processInfo.environment
        let folder = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? NSHomeDirectory()
        return URL(fileURLWithPath: folder ?? home + "/.local/state")
            .appendingPathComponent("avcam/camera.json")
    }

    /// What was remembered; the defaults when there is nothing, or nothing that can be read.
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
        case microphoneID, isIntroduced, cameraID
    }

    /// What an older version did not write, or what this one cannot read, has its first value; all else is kept.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        container.read(.captureMode, into: &captureMode)
        container.read(.photoFeatures, into: &photoFeatures)
        container.read(.isHDRVideoEnabled, into: &isHDRVideoEnabled)
        container.read(.videoFormat, into: &videoFormat)
        container.read(.selfTimer, into: &selfTimer)
        container.read(.isLevelEnabled, into: &isLevelEnabled)
        container.read(.recordsSound, into: &recordsSound)
        container.read(.microphoneID, into: &microphoneID)
        container.read(.isIntroduced, into: &isIntroduced)
        container.read(.cameraID, into: &cameraID)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(captureMode, forKey: .captureMode)
        try container.encode(photoFeatures, forKey: .photoFeatures)
        try container.encode(isHDRVideoEnabled, forKey: .isHDRVideoEnabled)
        try container.encodeIfPresent(videoFormat, forKey: .videoFormat)
        try container.encode(selfTimer, forKey: .selfTimer)
        try container.encode(isLevelEnabled, forKey: .isLevelEnabled)
        try container.encode(recordsSound, forKey: .recordsSound)
        try container.encodeIfPresent(microphoneID, forKey: .microphoneID)
        try container.encode(isIntroduced, forKey: .isIntroduced)
        try container.encodeIfPresent(cameraID, forKey: .cameraID)
    }
}

extension KeyedDecodingContainer {
    /// Takes a value that is there and can be read; otherwise `value` stays.
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

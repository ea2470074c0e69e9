import CoreLocation
import Foundation
import PhotoCoding

/// How a movie was recorded, according to its file; `nil` for what it does not say.
///
/// Source: ISO/IEC 14496-12, 8.5 (sample descriptions) and 8.6 (times); Apple, QuickTime File Format, "Metadata".
package struct MovieDetails: Sendable, Equatable {
    /// The four-character code of the video codec: `avc1`.
    package private(set) var videoCodec: String?
    /// The code of the audio codec: `mp4a`.
    package private(set) var audioCodec: String?
    /// The average, in frames per second; `nil` for a movie that was cut off during recording.
    package private(set) var frameRate: Double?
    /// Whether it is brighter than standard dynamic range: HLG or PQ.
    package private(set) var isHDR = false
    package private(set) var cameraMaker: String?
    package private(set) var cameraModel: String?
    package private(set) var software: String?
    /// In the words of ISO 6709.
    private var place: String?
    /// In meters.
    private var placeAccuracy = 0.0
    var location: CLLocation? { place.flatMap { Self.location($0, accuracy: placeAccuracy) } }

    /// - Parameter readsTracks: whether to read the tracks too. Their tables take longer than all the rest.
    /// - Returns: `nil` if there is no movie box.
    init?(_ source: some ByteSource, readsTracks: Bool = true) {
        let boxes = Box.children(of: source, in: 0..<source.count)
        guard let movie = boxes.first(where: { $0.type == "moov" }) else { return nil }
        for box in Box.children(of: source, in: movie.content) {
            switch box.type {
            case "trak": if readsTracks { readTrack(box, source) }
            case "meta": readMetadata(box, source)
            case "udta": if let metadata = box.child("meta", source) { readMetadata(metadata, source) }
            default: break
            }
        }
    }

    private mutating func readTrack(_ track: Box, _ source: some ByteSource) {
        guard let media = track.child("mdia", source), let handler = media.child("hdlr", source),
            let table = media.child("minf", source)?.child("stbl", source),
            let descriptions = table.child("stsd", source), descriptions.content.count > 8,
            // Version, flags and a count come before the descriptions.
            let description = Box.children(
                of: source, in: descriptions.content.lowerBound + 8..<descriptions.content.upperBound
            ).first
        else { return }
        switch source.bytes(at: handler.content.lowerBound + 8, count: 4) {
        case Array("vide".utf8) where videoCodec == nil:
            videoCodec = description.type
            isHDR = Self.isHDR(description, source)
            frameRate = Self.frameRate(table, media, source)
        case Array("soun".utf8) where audioCodec == nil: audioCodec = description.type
        default: break
        }
    }

    private static func frameRate(_ table: Box, _ media: Box, _ source: some ByteSource) -> Double? {
        guard let times = table.child("stts", source), let header = media.child("mdhd", source) else { return nil }
        let isLong = source.integer(at: header.content.lowerBound, width: 1) == 1
        let timescale = source.integer(at: header.content.lowerBound + (isLong ? 20 : 12), width: 4) ?? 0
        let entries = source.bytes(at: times.content.lowerBound + 8, count: times.content.count - 8)
        var (frames, duration) = (0, 0)
        for entry in stride(from: 0, to: entries.count - 7, by: 8) {
            let count = entries[entry..<entry + 4].bigEndian
            frames &+= count
            duration &+= count &* entries[entry + 4..<entry + 8].bigEndian
        }
        guard frames > 0, duration > 0, timescale > 0 else { return nil }
        return Double(frames) * Double(timescale) / Double(duration)
    }

    /// Source: ISO/IEC 14496-12, 12.1.5; ITU-T H.273, table 3 (16 is PQ, 18 is HLG).
    private static func isHDR(_ description: Box, _ source: some ByteSource) -> Bool {
        // A visual description has 78 bytes before its boxes.
        guard description.content.count > 78 else { return false }
        let inner = description.content.lowerBound + 78..<description.content.upperBound
        for box in Box.children(of: source, in: inner) where box.type == "colr" {
            let transfer = source.integer(at: box.content.lowerBound + 6, width: 2)
            return transfer == 16 || transfer == 18
        }
        return false
    }

    // MARK: What the recorder wrote

    private mutating func readMetadata(_ metadata: Box, _ source: some ByteSource) {
        var box = metadata
        // A plain box in QuickTime; in MPEG-4, and as FFmpeg writes it, one with a version and flags.
        if box.child("keys", source) == nil, box.content.count > 4 {
            box.content = box.content.lowerBound + 4..<box.content.upperBound
        }
        guard let keys = box.child("keys", source), let list = box.child("ilst", source), keys.content.count > 8
        else { return }
        let names = Box.children(of: source, in: keys.content.lowerBound + 8..<keys.content.upperBound).map {
            String(decoding: source.bytes(at: $0.content.lowerBound, count: $0.content.count), as: UTF8.self)
        }
        for item in Box.children(of: source, in: list.content) {
            // An item is identified by the number of its key, in the place of a box's type.
            let number = source.integer(at: item.content.lowerBound - 4, width: 4) ?? 0
            guard names.indices.contains(number - 1), let data = item.child("data", source), data.content.count > 8,
                source.integer(at: data.content.lowerBound, width: 4) == 1
            else { continue }
            let text = String(
                decoding: source.bytes(at: data.content.lowerBound + 8, count: min(data.content.count - 8, 1024)),
                as: UTF8.self)
            take(text, as: names[number - 1])
        }
    }

    private mutating func take(_ text: String, as key: String) {
        switch key {
        case "com.apple.quicktime.make": cameraMaker = text
        case "com.apple.quicktime.model": cameraModel = text
        case "com.apple.quicktime.software": software = text
        case "com.apple.quicktime.location.ISO6709": place = text
        case "com.apple.quicktime.location.accuracy.horizontal":
            if let accuracy = Double(text), accuracy.isFinite, accuracy > 0 { placeAccuracy = accuracy }
        default: break
        }
    }

    /// Parses `+48.1372+011.5756+519.000/`. Source: ISO 6709, annex H.
    private static func location(_ text: String, accuracy: Double) -> CLLocation? {
        var numbers: [String] = []
        for character in text.prefix(while: { $0 != "/" && $0 != "C" }) {
            if character == "+" || character == "-" { numbers.append("") }
            guard !numbers.isEmpty else { return nil }
            numbers[numbers.count - 1].append(character)
        }
        let values = numbers.compactMap(Double.init)
        guard values.count >= 2, values.count == numbers.count, abs(values[0]) <= 90, abs(values[1]) <= 180 else {
            return nil
        }
        return CLLocation(
            coordinate: CLLocationCoordinate2D(latitude: values[0], longitude: values[1]),
            altitude: values.count > 2 ? values[2] : 0, horizontalAccuracy: accuracy,
            verticalAccuracy: values.count > 2 ? 0 : -1, timestamp: Date(timeIntervalSince1970: 0))
    }
}

extension Box {
    /// The first box of this type in this one.
    fileprivate func child(_ type: String, _ source: some ByteSource) -> Box? {
        Box.children(of: source, in: content).first { $0.type == type }
    }
}

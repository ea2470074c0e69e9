import CaptureEngine
import CoreMedia
import FFmpeg

/// One track of an ``AssetFile``: turns what a program appends into what the file holds.
protocol AssetTrack: AnyObject {
    /// `nil` until the first sample shows it.
    var description: MovieTrackDescription? { get }

    /// - Parameter timeline: where the file's time begins.
    /// - Returns: what became complete, on the file's timeline in units of the track's timescale.
    func append(_ sample: CMSampleBuffer, _ timeline: AssetTimeline) throws(CaptureError) -> [AssetSample]

    /// The rest, once nothing more will be appended.
    func finish() throws(CaptureError) -> [AssetSample]

    /// Where the last sample ends, in units of the track's timescale.
    var end: Int64 { get }
}

/// The file's time, which begins where the session begins.
struct AssetTimeline {
    var start: CMTime

    /// To the nearest unit; negative before the start.
    func position(of time: CMTime, timescale: Int32) -> Int64 {
        (time - start).convertScale(timescale, method: .roundHalfAwayFromZero).value
    }
}

/// What a file holds of one frame, one packet, or a stretch of linear PCM.
struct AssetSample {
    enum Payload {
        case packet(EncodedPacket)
        case bytes([UInt8])
    }

    var payload: Payload
    /// When it is decoded.
    var time: Int64
    /// When it is shown, minus ``time``.
    var compositionOffset: Int32 = 0
    var isKey = true

    init(_ bytes: [UInt8], at time: Int64, compositionOffset: Int32 = 0, isKey: Bool = true) {
        payload = .bytes(bytes)
        self.time = time
        self.compositionOffset = compositionOffset
        self.isKey = isKey
    }

    /// - Parameter offset: added to the packet's times.
    init(_ packet: EncodedPacket, movedBy offset: Int64 = 0) {
        payload = .packet(packet)
        time = packet.decodeTime + offset
        compositionOffset = Int32(clamping: packet.presentationTime - packet.decodeTime)
        isKey = packet.isKeyFrame
    }

    func withBytes(_ body: (UnsafeRawBufferPointer) throws(CaptureError) -> Void) throws(CaptureError) {
        switch payload {
        case .packet(let packet): try packet.withBytes(body)
        case .bytes(let bytes):
            let result = bytes.withUnsafeBytes { bytes in
                Result { () throws(CaptureError) in try body(bytes) }
            }
            try result.get()
        }
    }

    var byteCount: Int {
        switch payload {
        case .packet(let packet): packet.withBytes { $0.count }
        case .bytes(let bytes): bytes.count
        }
    }
}

/// Pictures that are encoded.
final class AssetPictures: AssetTrack {
    private let coding: PictureCoding
    private let kind: MovieFileKind
    private var track: MovieVideoTrack?
    private(set) var end: Int64 = 0

    init(_ coding: PictureCoding, in kind: MovieFileKind) {
        self.coding = coding
        self.kind = kind
    }

    var description: MovieTrackDescription? { track?.description }

    func append(_ sample: CMSampleBuffer, _ timeline: AssetTimeline) throws(CaptureError) -> [AssetSample] {
        try append(sample, timeline, forcingKeyFrame: false)
    }

    /// - Parameter forcingKeyFrame: whether decoding must be able to begin with this picture.
    func append(
        _ sample: CMSampleBuffer, _ timeline: AssetTimeline, forcingKeyFrame: Bool
    ) throws(CaptureError) -> [AssetSample] {
        guard let buffer = sample.imageBuffer, sample.presentationTimeStamp.isNumeric else {
            throw CaptureError(.encodeFailed, "a frame came without picture or time")
        }
        let track = if let track { track } else { try MovieVideoTrack(like: buffer, coding, in: kind) }
        self.track = track
        let time = timeline.position(of: sample.presentationTimeStamp, timescale: coding.timescale)
        let packets = try track.encode(buffer, at: time, forcingKeyFrame: forcingKeyFrame)
        let ending = sample.presentationTimeStamp + sample.duration
        end =
            ending.isNumeric && ending > sample.presentationTimeStamp
            ? timeline.position(of: ending, timescale: coding.timescale) : track.end(at: nil)
        return packets.map { AssetSample($0) }
    }

    func finish() throws(CaptureError) -> [AssetSample] { try track?.finish().map { AssetSample($0) } ?? [] }
}

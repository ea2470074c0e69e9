import CaptureEngine
import CoreMedia
import FFmpeg
import Foundation
import PixelCoding

/// Compresses pictures for a program that wants the samples. One thread at a time.
package final class PictureCompressor {
    /// A sample's data, and when its picture is shown and decoded, in units of the coding's timescale.
    package struct Sample {
        package var data: CMBlockBuffer
        package var size: Int
        package var shown: Int64
        package var decoded: Int64
        package var isKey: Bool
    }

    /// Describes the samples, with what a decoder has to know.
    package let format: CMFormatDescription
    private let track: MovieVideoTrack

    /// - Parameter buffer: like the first picture.
    /// - Throws: ``CaptureError`` `formatUnsupported`, `encoderNotFound`.
    package init(like buffer: CVPixelBuffer, _ coding: PictureCoding) throws(CaptureError) {
        var coding = coding
        // A program that sends what it captures waits for each picture.
        coding.allowsDelay = coding.reordersFrames
        track = try MovieVideoTrack(like: buffer, coding)
        format = try Self.format(of: track, coding.codec)
    }

    /// - Parameter time: in units of the timescale, later than the last.
    /// - Returns: what became complete; nothing for a picture that is not later.
    package func encode(
        _ buffer: CVPixelBuffer, at time: Int64, forcingKeyFrame: Bool
    ) throws(CaptureError) -> [Sample] {
        try track.encode(buffer, at: time, forcingKeyFrame: forcingKeyFrame).map { Self.sample($0) }
    }

    /// The rest; nothing can be encoded afterwards.
    package func finish() throws(CaptureError) -> [Sample] { try track.finish().map { Self.sample($0) } }

    private static func sample(_ packet: EncodedPacket) -> Sample {
        let (data, size) = packet.withBytes { (CMBlockBuffer(copying: $0), $0.count) }
        return Sample(
            data: data, size: size, shown: packet.presentationTime, decoded: packet.decodeTime, isKey: packet.isKeyFrame
        )
    }

    private static func format(
        of track: MovieVideoTrack, _ codec: CMFormatDescription.MediaSubType
    ) throws(CaptureError) -> CMFormatDescription {
        guard case .video(let width, let height, _, _) = track.description.media else {
            preconditionFailure("a track of pictures has a size")
        }
        var extensions = FileColor(track.color, isSmall: height < 720).attachments
        extensions[kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms] = SampleDescription.atoms(
            of: track.description.sampleDescription)
        do {
            return try CMFormatDescription(
                videoCodecType: codec, width: width, height: height, extensions: .init(base: extensions))
        } catch {
            throw CaptureError(.formatUnsupported, "no format has \(width) x \(height) pixels", cause: error)
        }
    }
}

extension SampleDescription {
    /// The boxes that set the decoder of pictures up, without those that say how they are shown.
    fileprivate static func atoms(of entry: [UInt8]) -> [String: Any] {
        var atoms: [String: Any] = [:]
        // The header of the box, then the fields of a video sample description.
        var rest = entry.dropFirst(86)
        while rest.count >= 8 {
            let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            let name = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
            guard length >= 8, length <= rest.count else { break }
            if name != "colr" { atoms[name] = Data(rest.dropFirst(8).prefix(length - 8)) }
            rest = rest.dropFirst(length)
        }
        return atoms
    }
}

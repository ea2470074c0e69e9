import CaptureEngine
import CoreMedia
import CoreVideo
import FFmpeg
import Foundation
import PixelCoding

/// Decodes samples that a program has. One thread at a time.
package final class PictureDecompressor {
    /// A picture, or why there is none.
    package struct Decoded {
        package var number: Int64
        package var outcome: Result<CVPixelBuffer, CaptureError>
    }

    private let decoder: ElementaryDecoder
    private let frames: FrameMaker

    /// - Parameters:
    ///   - pixelFormat: `nil` for the one nearest to the samples'.
    ///   - size: `nil` for the samples'.
    /// - Throws: ``CaptureError`` `formatUnsupported`, `encoderNotFound`.
    package init(
        _ format: CMFormatDescription, pixelFormat: OSType?, size: CMVideoDimensions?
    ) throws(CaptureError) {
        guard let codec = Self.codec(format.mediaSubType) else {
            throw CaptureError(
                .formatUnsupported, "samples of '\(format.mediaSubType.rawValue.letters)' cannot be decoded")
        }
        let dimensions = format.dimensions
        do {
            decoder = try ElementaryDecoder(
                codec, configuration: Self.configuration(format), width: Int(dimensions.width),
                height: Int(dimensions.height), tag: format.mediaSubType.rawValue)
        } catch {
            throw CaptureError(error)
        }
        frames = FrameMaker(pixelFormat, size)
    }

    /// Whether there can be a decoder.
    package static func canDecode(_ type: CMFormatDescription.MediaSubType) -> Bool { codec(type) != nil }

    /// Decodes a sample.
    ///
    /// - Parameters:
    ///   - bytes: not needed afterwards.
    ///   - number: of the sample; comes back with its picture.
    /// - Returns: what became complete: pictures in the order in which they are shown, and damaged samples.
    package func decode(_ bytes: UnsafeRawBufferPointer, number: Int64) -> [Decoded] {
        guard !bytes.isEmpty, decoder.send(bytes, number: number) else {
            let error = CaptureError(.fileUnreadable, "the sample is damaged")
            return [Decoded(number: number, outcome: .failure(error))] + receive(number)
        }
        return receive(number)
    }

    /// The pictures that waited for others. Another key frame can follow.
    package func finish() -> [Decoded] {
        _ = decoder.send(UnsafeRawBufferPointer(start: nil, count: 0), number: 0)
        let rest = receive(-1)
        decoder.flush()
        return rest
    }

    private func receive(_ number: Int64) -> [Decoded] {
        var decoded: [Decoded] = []
        while true {
            do throws(FFmpegError) {
                guard let (picture, shown) = try decoder.receive() else { return decoded }
                decoded.append(
                    Decoded(
                        number: shown,
                        outcome: outcome { () throws(CaptureError) in
                            try frames.frame(of: picture, path: "the sample")
                        }))
            } catch {
                decoded.append(Decoded(number: number, outcome: .failure(CaptureError(error))))
                return decoded
            }
        }
    }

    private func outcome(
        _ body: () throws(CaptureError) -> CVPixelBuffer
    ) -> Result<CVPixelBuffer, CaptureError> {
        do { return .success(try body()) } catch { return .failure(error) }
    }

    private static func codec(_ type: CMFormatDescription.MediaSubType) -> ElementaryDecoder.Codec? {
        switch type.rawValue.letters {
        case "avc1", "avc3": .h264
        case "hvc1", "hev1": .hevc
        case "jpeg", "dmb1": .jpeg
        case "mp4v": .mpeg4
        case "apch", "apcn", "apcs", "apco", "ap4h", "ap4x": .proRes
        case "vp09": .vp9
        case "av01": .av1
        default: nil
        }
    }

    /// The contents of the box that sets the decoder up.
    private static func configuration(_ format: CMFormatDescription) -> [UInt8] {
        let atoms = format.extensionValue(kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms)
        let boxes = atoms as? [String: Any] ?? [:]
        for name in ["avcC", "hvcC", "av1C"] {
            if let data = boxes[name] as? Data { return Array(data) }
            if let data = boxes[name] as? NSData { return Array(Data(referencing: data)) }
        }
        return []
    }
}

import CaptureEngine
import Foundation
import LinuxVideo

/// A camera's frame, and what else was requested with it.
package struct CameraFrame {
    package var sample: CMSampleBuffer
    package var raw: CVPixelBuffer?
    package var depth: DepthMap?
}

/// Makes sample buffers from a camera's frames.
///
/// Used by one thread.
package final class FrameSamples {
    private let unpacker: FrameUnpacker
    private let encoding: V4L2Encoding
    private let frameDuration: CMTime
    /// The same for all frames of a run.
    private var description: CMFormatDescription?

    /// - Parameter isForStill: whether only one frame is wanted.
    package init(
        format: VideoFormat, encoding: V4L2Encoding, frameDuration: CMTime, isForStill: Bool = false
    ) throws {
        unpacker = try FrameUnpacker(format: format, encoding: encoding, isForStill: isForStill)
        self.encoding = encoding
        self.frameDuration = frameDuration
    }

    /// Whether ``frame(wrapping:at:release:)`` can be used.
    package var canWrap: Bool { unpacker.canWrap }

    /// A frame in the driver's own memory.
    ///
    /// - Parameters:
    ///   - frame: just dequeued.
    ///   - time: when it was captured.
    ///   - release: called once, on any thread, when the sample is released, or at once if this throws.
    package func frame(
        wrapping frame: VideoStream.Frame, at time: CMTime, release: @escaping @Sendable () -> Void
    ) throws(FrameLoss) -> CameraFrame {
        let picture: CVPixelBuffer
        do {
            picture = try unpacker.wrap(frame, release: release)
        } catch {
            release()
            throw error
        }
        return CameraFrame(sample: try sample(picture, at: time))
    }

    /// - Parameters:
    ///   - areas: the memory of one frame: one area, or one for each plane; not needed afterwards.
    ///   - time: when it was captured.
    ///   - request: the still that this frame is for, if any: its raw data and depth then come with it.
    ///   - wantsDepth: whether its depth is wanted in any case.
    package func frame(
        _ areas: [UnsafeRawBufferPointer], at time: CMTime, for request: StillRequest?, wantsDepth: Bool = false
    ) throws(FrameLoss) -> CameraFrame {
        var frame = CameraFrame(sample: try sample(try unpacker.unpack(areas), at: time))
        // A compressed frame is some hundred kilobytes: copying it costs nothing next to decoding it.
        // One with a fault is compressed again for a photo, so that the file has none.
        if let jpeg = unpacker.wholeJPEG(areas) { frame.sample.attachWholePicture(Data(jpeg)) }
        if let pixelFormat = request?.rawPixelFormat { frame.raw = unpacker.mosaic(areas, pixelFormat) }
        if wantsDepth || request?.wantsDepth == true { frame.depth = unpacker.depth(areas) }
        return frame
    }

    private func sample(_ picture: CVPixelBuffer, at time: CMTime) throws(FrameLoss) -> CMSampleBuffer {
        if description == nil {
            description = try? CMFormatDescription(imageBuffer: picture)
        }
        guard let description else { throw .damaged }
        let timing = CMSampleTimingInfo(
            duration: frameDuration, presentationTimeStamp: time, decodeTimeStamp: .invalid)
        guard
            let sample = try? CMSampleBuffer(
                imageBuffer: picture, formatDescription: description, sampleTiming: timing)
        else { throw .damaged }
        return sample
    }
}

import CaptureEngine
import CoreMedia
import CoreVideo
import Foundation
import PixelCoding

/// Makes the frames of a composition, one after the other. One thread at a time.
///
/// It holds one decoder for each track that is shown, and one picture of each.
package final class PictureComposer: SampleReading {
    private final class Track {
        let reader: TrackReader
        var shown: CMSampleBuffer?
        var next: CMSampleBuffer?

        init(_ reader: TrackReader) throws(CaptureError) {
            self.reader = reader
            next = try reader.next()
        }

        /// The picture at a time; `nil` where there is none.
        func picture(at time: CMTime) throws(CaptureError) -> CVPixelBuffer? {
            while let candidate = next, candidate.presentationTimeStamp <= time {
                shown = candidate
                next = try reader.next()
            }
            guard let shown else { return nil }
            let end = shown.presentationTimeStamp + shown.duration
            return end.isNumeric && end <= time ? nil : shown.imageBuffer
        }
    }

    private let plan: CompositionPlan
    private let range: CMTimeRange
    private var tracks: [Int32: Track] = [:]
    private var index: Int64
    private let canvas: PictureCanvas
    private let converter = FrameConverter(capacity: 1000)
    private let pixelFormat: OSType?

    /// - Parameter range: on the composition's timeline.
    package init(_ plan: CompositionPlan, range: CMTimeRange, pixelFormat: OSType? = nil) throws(CaptureError) {
        self.plan = plan
        self.pixelFormat = pixelFormat
        let end = CMTimeMinimum(range.end, plan.end)
        self.range = CMTimeRange(start: range.start, end: CMTimeMaximum(range.start, end))
        index = Self.index(of: range.start, plan.frameDuration)
        canvas = try PictureCanvas(plan.size)
    }

    /// Which frame is shown at a time. In floating point, 0.3 seconds would be before the fourth tenth of a second.
    private static func index(of time: CMTime, _ duration: CMTime) -> Int64 {
        guard time.isNumeric, time.value > 0, duration.isNumeric, duration.value > 0 else { return 0 }
        let start = Int128(time.value) * Int128(duration.timescale)
        return Int64(clamping: start / (Int128(duration.value) * Int128(time.timescale)))
    }

    package func next() throws(CaptureError) -> CMSampleBuffer? {
        let time = CMTime(
            value: index * plan.frameDuration.value, timescale: plan.frameDuration.timescale)
        guard time < range.end else { return nil }
        index += 1
        let duration = CMTimeMinimum(plan.frameDuration, range.end - time)
        var frame = try compose(at: time)
        if let filter = plan.filter { frame = try filter(frame, time) }
        let target = FrameConverter.Target(pixelFormat: pixelFormat)
        let converted = try converter.convert(frame, to: target)
        do {
            return .frame(
                converted, format: try CMFormatDescription(imageBuffer: converted), presentationTimeStamp: time,
                duration: duration)
        } catch {
            throw CaptureError(.encodeFailed, "a composed frame cannot be wrapped", cause: error)
        }
    }

    private func compose(at time: CMTime) throws(CaptureError) -> CVPixelBuffer {
        guard let instruction = plan.instructions.first(where: { $0.range.containsTime(time) }) else {
            return try canvas.frame(background: [0, 0, 0], [])
        }
        let needed = Set(instruction.layers.map(\.track))
        for track in tracks.keys where !needed.contains(track) { tracks[track] = nil }
        if let compositor = instruction.compositor {
            return try compose(instruction.layers, compositor, at: time)
        }
        var layers: [PictureCanvas.Layer] = []
        for layer in instruction.layers.reversed() {
            let opacity = layer.opacities.value(at: time)?.first ?? 1
            guard opacity > 0, let picture = try track(layer, from: time).picture(at: time) else { continue }
            let pixels = try converter.convert(
                picture, to: FrameConverter.Target(pixelFormat: kCVPixelFormatType_32BGRA))
            layers.append(
                PictureCanvas.Layer(
                    picture: pixels, size: layer.size,
                    transform: layer.transforms.value(at: time) ?? [1, 0, 0, 1, 0, 0],
                    crop: layer.crops.value(at: time), opacity: min(1, opacity)))
        }
        return try canvas.frame(background: instruction.background, layers)
    }

    private func compose(
        _ layers: [CompositionPlan.Layer], _ compositor: CompositionPlan.Compositor, at time: CMTime
    ) throws(CaptureError) -> CVPixelBuffer {
        var sources: [Int32: CVPixelBuffer] = [:]
        for layer in layers {
            guard let picture = try track(layer, from: time).picture(at: time) else { continue }
            sources[layer.track] = try converter.convert(
                picture, to: FrameConverter.Target(pixelFormat: compositor.sourceFormat))
        }
        let frame = try compositor.compose(time, sources)
        guard plan.filter != nil else { return frame }
        return try converter.convert(frame, to: FrameConverter.Target(pixelFormat: kCVPixelFormatType_32BGRA))
    }

    private func track(_ layer: CompositionPlan.Layer, from time: CMTime) throws(CaptureError) -> Track {
        if let track = tracks[layer.track] { return track }
        let rest = CMTimeRange(start: time, end: CMTimeMaximum(range.end, time))
        let track = try Track(TrackReader(layer.segments, .pictures(nil, size: nil), range: rest))
        tracks[layer.track] = track
        return track
    }
}

import CaptureEngine
import CoreMedia
import CoreVideo

/// How the pictures of several tracks become one.
package struct CompositionPlan: Sendable {
    /// A value that changes evenly during a range: numbers of one meaning, such as those of a transform.
    package struct Ramp: Sendable {
        package var range: CMTimeRange
        package var start: [Double]
        package var end: [Double]

        package init(_ range: CMTimeRange, _ start: [Double], _ end: [Double]) {
            self.range = range
            self.start = start
            self.end = end
        }

        func value(at time: CMTime) -> [Double] {
            guard range.duration.isNumeric, range.duration > .zero, time < range.end else { return end }
            let part = max(0, (time - range.start).seconds / range.duration.seconds)
            return zip(start, end).map { $0 + ($1 - $0) * part }
        }
    }

    /// One track in one instruction.
    package struct Layer: Sendable {
        package var segments: [MediaSegment]
        package var track: Int32
        /// How the track's pictures lie in the frame: `a b c d tx ty`, with the origin at the upper left.
        package var transforms: [Ramp]
        /// What is shown of the track's pictures, in their points: `x y width height`.
        package var crops: [Ramp]
        package var opacities: [Ramp]
        /// The size of the track's pictures in points.
        package var size: (width: Double, height: Double)

        package init(track: Int32, segments: [MediaSegment], size: (width: Double, height: Double)) {
            self.track = track
            self.segments = segments
            self.size = size
            (transforms, crops, opacities) = ([], [], [])
        }
    }

    /// A program's own way to make the frames of an instruction.
    package struct Compositor: Sendable {
        /// In which the tracks' pictures are wanted; `nil` for what the decoder gives.
        package var sourceFormat: OSType?
        /// Makes a frame of the tracks that have a picture then, on the thread that composes.
        package var compose: @Sendable (CMTime, [Int32: CVPixelBuffer]) throws(CaptureError) -> CVPixelBuffer

        package init(
            sourceFormat: OSType?,
            compose: @escaping @Sendable (CMTime, [Int32: CVPixelBuffer]) throws(CaptureError) -> CVPixelBuffer
        ) {
            self.sourceFormat = sourceFormat
            self.compose = compose
        }
    }

    package struct Instruction: Sendable {
        package var range: CMTimeRange
        /// Red, green, blue from 0 to 1.
        package var background: [Double]
        /// The first is in front.
        package var layers: [Layer]
        /// Instead of the layers' places; then these only say which tracks there are.
        package var compositor: Compositor?

        package init(range: CMTimeRange, background: [Double], layers: [Layer]) {
            self.range = range
            self.background = background
            self.layers = layers
        }
    }

    package var size: CMVideoDimensions
    package var frameDuration: CMTime
    package var instructions: [Instruction]
    /// Where the last frame ends.
    package var end: CMTime
    /// Makes another frame of each, BGRA of the same size, on the thread that composes; `nil` leaves them as they are.
    package var filter: (@Sendable (CVPixelBuffer, CMTime) throws(CaptureError) -> CVPixelBuffer)?

    package init(size: CMVideoDimensions, frameDuration: CMTime, instructions: [Instruction], end: CMTime) {
        self.size = size
        self.frameDuration = frameDuration
        self.instructions = instructions
        self.end = end
    }
}

extension [CompositionPlan.Ramp] {
    /// By the last ramp that has begun; `nil` before the first.
    func value(at time: CMTime) -> [Double]? { last { $0.range.start <= time }?.value(at: time) }
}

import CaptureEngine
import CoreMedia
import CoreVideo
import YUV

/// Keeps the picture of a stream steady: takes frames, and gives each of them back once, in order, with its time.
///
/// Used by one thread at a time.
final class VideoStabilizer {
    /// A frame that is ready.
    enum Result {
        case frame(CMSampleBuffer)
        /// Every buffer for results is in use.
        case lost(CMTime)
    }

    private let style: StabilizationStyle
    private let estimator = MotionEstimator()
    private let mover = PictureMover()
    private var smoother: MotionSmoother?
    private var size: PixelSize?
    private var held: [CMSampleBuffer] = []

    init(_ style: StabilizationStyle) {
        self.style = style
    }

    /// Takes a frame.
    ///
    /// - Returns: the frames that are ready now. A frame that is not bi-planar stays as it is.
    func add(_ sample: CMSampleBuffer) -> [Result] {
        guard let frame = sample.imageBuffer, TemporalMerge.pixelFormats.contains(frame.format.code) else {
            return finish() + [.frame(sample)]
        }
        var ready: [Result] = []
        if size != frame.pixelSize {
            ready = finish()
            size = frame.pixelSize
            smoother = MotionSmoother(style, frame.pixelSize)
        }
        smoother?.add(estimator.next(frame), at: sample.presentationTimeStamp.seconds)
        held.append(sample)
        return ready + take(isLast: false)
    }

    /// Gives back the frames that wait for others; the next frame starts a new sequence.
    func finish() -> [Result] {
        var ready: [Result] = []
        while let result = finishNext() { ready.append(result) }
        return ready
    }

    /// Gives back the oldest of the frames that wait for others; `nil` if none waits. The next frame then starts a new
    /// sequence.
    func finishNext() -> Result? {
        if let result = next(isLast: true) { return result }
        (smoother, size) = (nil, nil)
        return nil
    }

    private func take(isLast: Bool) -> [Result] {
        var ready: [Result] = []
        while let result = next(isLast: isLast) { ready.append(result) }
        return ready
    }

    private func next(isLast: Bool) -> Result? {
        guard !held.isEmpty, let motion = smoother?.next(isLast: isLast) else { return nil }
        return steadied(held.removeFirst(), motion)
    }

    private func steadied(_ sample: CMSampleBuffer, _ motion: PictureMotion) -> Result {
        guard let frame = sample.imageBuffer, let format = sample.formatDescription,
            let picture = mover.move(frame, by: motion, view: style.view)
        else { return .lost(sample.presentationTimeStamp) }
        let result = CMSampleBuffer.frame(
            picture, format: format, presentationTimeStamp: sample.presentationTimeStamp, duration: sample.duration)
        result.conditions = sample.conditions
        CMPropagateAttachments(sample, destination: result)
        return .frame(result)
    }
}

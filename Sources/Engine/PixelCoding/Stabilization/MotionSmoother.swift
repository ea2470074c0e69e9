import Glibc
import YUV

/// Decides where each frame's picture belongs, so that the camera seems to move evenly.
///
/// The camera's path is the sum of the motions. Each frame is to show the place of a smoother path:
///
/// | | how | delay |
/// | --- | --- | --- |
/// | following | the smooth path approaches the camera's, the faster the farther away it is | none |
/// | looking ahead | and goes back a little from where the frames after it lead | ``StabilizationStyle/lookAhead`` frames |
///
/// So a tremor is left out, a pan is followed, and a camera that has moved for good is caught up with. How far the two
/// paths can be apart is limited by the margin around the picture.
struct MotionSmoother {
    private struct Step {
        var seconds: Double
        var camera: Offset
        /// What only following makes of it.
        var followed: Offset
    }

    /// A place on a path: x, y and the angle.
    private typealias Offset = SIMD3<Double>

    private let style: StabilizationStyle
    private let size: PixelSize
    /// How far the paths can be apart, in each of their parts alone.
    private let limits: Offset
    private var camera = Offset.zero
    private var followed = Offset.zero
    private var lastSeconds: Double?
    /// Frames that have no correction yet.
    private var waiting: [Step] = []

    /// - Parameter size: of the picture, in pixels.
    init(_ style: StabilizationStyle, _ size: PixelSize) {
        self.style = style
        self.size = size
        let (across, down) = (style.margin * Double(size.width), style.margin * Double(size.height))
        // A turn takes at most half of the margin, at the picture's ends.
        let turn = min(down / Double(max(size.width, 1)), across / Double(max(size.height, 1)))
        limits = Offset(across, down, turn)
    }

    /// Adds a frame.
    ///
    /// - Parameters:
    ///   - motion: since the frame before.
    ///   - seconds: when the frame was taken.
    mutating func add(_ motion: PictureMotion, at seconds: Double) {
        if let lastSeconds {
            camera += Offset(motion.x, motion.y, motion.angle)
            let distance = camera - followed
            let part = distance / limits
            let rate = style.rate * (1 + style.urgency * part * part)
            let progress = rate * max(seconds - lastSeconds, 0)
            for index in 0..<3 { followed[index] += distance[index] * (1 - exp(-progress[index])) }
            followed = camera - (camera - followed).clamped(lowerBound: -limits, upperBound: limits)
        }
        lastSeconds = seconds
        waiting.append(Step(seconds: seconds, camera: camera, followed: followed))
    }

    /// Where the oldest waiting frame has what it is to show, as a motion of that from its place.
    ///
    /// - Parameter isLast: whether no frame follows.
    /// - Returns: `nil` if the frame has to wait for others.
    mutating func next(isLast: Bool) -> PictureMotion? {
        guard let oldest = waiting.first, let last = waiting.last else { return nil }
        let knowsEnough = waiting.count > style.lookAhead || last.seconds - oldest.seconds >= style.lookAheadSeconds
        guard isLast || knowsEnough else { return nil }
        var smooth = last.followed
        var seconds = last.seconds
        for step in waiting.dropLast().reversed() {
            smooth += (step.followed - smooth) * (1 - exp(-style.returnRate * max(seconds - step.seconds, 0)))
            seconds = step.seconds
        }
        waiting.removeFirst()
        return limited(oldest.camera - smooth)
    }

    /// Keeps a distance within the margin: a turn first, then what room it leaves.
    private func limited(_ distance: Offset) -> PictureMotion {
        let angle = min(max(distance.z, -limits.z), limits.z)
        let across = limits.x - abs(angle) * Double(size.height) / 2
        let down = limits.y - abs(angle) * Double(size.width) / 2
        return PictureMotion(
            x: min(max(distance.x, -across), across), y: min(max(distance.y, -down), down), angle: angle)
    }
}

import CoreMotion

/// Tells how far the camera is from being held level.
final class LevelMeter: Sendable {
    /// Degrees clockwise from the nearest upright, -45…45; `nil` while nothing tells.
    let roll = LiveValue<Double?>(nil)

    /// Often enough for a line that follows a hand.
    private static let interval = 1.0 / 15
    /// How much of gravity must lie in the screen's plane: a device that lies nearly flat has no level.
    private static let flatness = 0.4
    /// The share of a new value; the rest is what was shown, so that the line does not shake.
    private static let quickness = 0.4

    private let motion = CMMotionManager()
    private let queue = OperationQueue()
    private let isRunning = Mutex(false)

    init() {
        queue.maxConcurrentOperationCount = 1
        queue.qualityOfService = .utility
        motion.accelerometerUpdateInterval = Self.interval
    }

    deinit { motion.stopAccelerometerUpdates() }

    /// Starts or ends the measuring. Where there is no accelerometer nothing is told.
    func setRunning(_ shallRun: Bool) {
        isRunning.withLock { isRunning in
            guard isRunning != shallRun else { return }
            isRunning = shallRun
            if shallRun {
                motion.startAccelerometerUpdates(to: queue) { [weak self] data, _ in
                    if let acceleration = data?.acceleration { self?.take(acceleration) }
                }
            } else {
                motion.stopAccelerometerUpdates()
                roll.set(nil)
            }
        }
    }

    private func take(_ acceleration: CMAcceleration) {
        let angle = Self.roll(of: acceleration)
        isRunning.withLock { isRunning in
            if isRunning { roll.change { $0 = Self.smoothed(from: $0, to: angle) } }
        }
    }

    /// - Returns: `nil` for a device that lies flat.
    static func roll(of acceleration: CMAcceleration) -> Double? {
        guard hypot(acceleration.x, acceleration.y) >= flatness else { return nil }
        let angle = atan2(acceleration.x, -acceleration.y) * 180 / .pi
        return angle - 90 * (angle / 90).rounded()
    }

    /// In tenths of a degree, so that a device at rest tells nothing new.
    private static func smoothed(from old: Double?, to new: Double?) -> Double? {
        guard let new else { return nil }
        // From one upright to the next it jumps.
        guard let old, abs(new - old) < 45 else { return (new * 10).rounded() / 10 }
        let next = old + (new - old) * quickness
        // The last step, which the share of it would never reach.
        return abs(new - old) < 0.2 ? (new * 10).rounded() / 10 : (next * 10).rounded() / 10
    }
}

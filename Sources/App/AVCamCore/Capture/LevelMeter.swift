import CoreMotion

/// Measures how far the camera is from being level.
final class LevelMeter: Sendable {
    /// Degrees clockwise from the nearest upright position, -45…45; `nil` while there is no measurement.
    let roll = LiveValue<Double?>(nil)

    /// Seconds between measurements: often enough for a line that follows a hand.
    private static let interval = 1.0 / 15
    /// The part of gravity that must lie in the screen's plane. A device that lies nearly flat has no level.
    private static let flatness = 0.4
    /// The weight of a new value. The rest is the value shown before, so that the line does not shake.
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

    /// Starts or ends the measuring. Without an accelerometer, ``roll`` stays `nil`.
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

    /// The next value to show, in tenths of a degree, so that a device at rest causes no changes.
    private static func smoothed(from old: Double?, to new: Double?) -> Double? {
        guard let new else { return nil }
        // The level jumps from one upright position to the next.
        guard let old, abs(new - old) < 45 else { return (new * 10).rounded() / 10 }
        let next = old + (new - old) * quickness
        // The last step: smoothing alone would never reach the new value.
        return abs(new - old) < 0.2 ? (new * 10).rounded() / 10 : (next * 10).rounded() / 10
    }
}

import CaptureEngine
import DeviceKinds
import Foundation
import Locking

/// Reports how a device is moved and held.
///
/// Linux: the accelerometer and the gyroscope: the first ones in the kernel's industrial I/O subsystem, or the simulated
/// phone's while one of its cameras runs. Magnetometers are not read. All members may be called from any thread.
///
/// Source: Apple, CMMotionManager.
open class CMMotionManager: NSObject, @unchecked Sendable {  // `state` is a Mutex, the rest is immutable
    private struct State {
        var accelerometer = Measuring<CMAccelerometerData>()
        var gyro = Measuring<CMGyroData>()
        var motion = Measuring<CMDeviceMotion>()
    }

    private let world = CaptureWorld.current
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "CMMotionManager", qos: .utility)

    deinit {
        state.withLock { state in
            state.accelerometer.timer?.source.cancel()
            state.gyro.timer?.source.cancel()
            state.motion.timer?.source.cancel()
        }
    }

    // MARK: The accelerometer

    open var isAccelerometerAvailable: Bool { world.hasAccelerometer }

    /// Whether it is measuring.
    open var isAccelerometerActive: Bool { state.withLock { $0.accelerometer.timer != nil } }

    /// In seconds; a hundredth by default. A change applies to updates that are started later.
    ///
    /// Linux: at least a hundredth.
    open var accelerometerUpdateInterval: TimeInterval {
        get { state.withLock { $0.accelerometer.interval } }
        set { state.withLock { $0.accelerometer.interval = max(newValue, 0.01) } }
    }

    /// The newest measurement; `nil` before the first.
    open var accelerometerData: CMAccelerometerData? { state.withLock { $0.accelerometer.latest } }

    /// Measures without calling a handler.
    open func startAccelerometerUpdates() { startAccelerometer { _ in } }

    /// Measures and calls a handler, until ``stopAccelerometerUpdates()``.
    ///
    /// - Parameters:
    ///   - queue: where `handler` is called.
    ///   - handler: receives each measurement; not called while the accelerometer is gone.
    @preconcurrency open func startAccelerometerUpdates(
        to queue: OperationQueue, withHandler handler: @escaping CMAccelerometerHandler
    ) {
        startAccelerometer { data in queue.addOperation { handler(data, nil) } }
    }

    open func stopAccelerometerUpdates() { stop(\.accelerometer) }

    private func startAccelerometer(_ tell: @escaping @Sendable (CMAccelerometerData) -> Void) {
        start(\.accelerometer) { [weak self] in
            guard let self, let measured = world.acceleration else { return }
            let data = CMAccelerometerData(CMAcceleration(measured))
            state.withLock { $0.accelerometer.latest = data }
            tell(data)
        }
    }

    // MARK: The gyroscope

    open var isGyroAvailable: Bool { world.hasGyroscope }

    /// Whether it is measuring.
    open var isGyroActive: Bool { state.withLock { $0.gyro.timer != nil } }

    /// In seconds; a hundredth by default, and at least. A change applies to updates that are started later.
    open var gyroUpdateInterval: TimeInterval {
        get { state.withLock { $0.gyro.interval } }
        set { state.withLock { $0.gyro.interval = max(newValue, 0.01) } }
    }

    /// The newest measurement; `nil` before the first.
    open var gyroData: CMGyroData? { state.withLock { $0.gyro.latest } }

    /// Measures without calling a handler.
    open func startGyroUpdates() { startGyro { _ in } }

    /// Measures and calls a handler, until ``stopGyroUpdates()``.
    ///
    /// - Parameters:
    ///   - queue: where `handler` is called.
    ///   - handler: receives each measurement; not called while the gyroscope is gone.
    @preconcurrency open func startGyroUpdates(
        to queue: OperationQueue, withHandler handler: @escaping CMGyroHandler
    ) {
        startGyro { data in queue.addOperation { handler(data, nil) } }
    }

    open func stopGyroUpdates() { stop(\.gyro) }

    private func startGyro(_ tell: @escaping @Sendable (CMGyroData) -> Void) {
        start(\.gyro) { [weak self] in
            guard let self, let measured = world.rotationRate else { return }
            let data = CMGyroData(CMRotationRate(measured))
            state.withLock { $0.gyro.latest = data }
            tell(data)
        }
    }

    // MARK: The motion of the device

    /// Linux: whether there is an accelerometer, see ``CMDeviceMotion``.
    open var isDeviceMotionAvailable: Bool { world.hasAccelerometer }

    /// Whether it is measuring.
    open var isDeviceMotionActive: Bool { state.withLock { $0.motion.timer != nil } }

    /// In seconds; a hundredth by default, and at least. A change applies to updates that are started later.
    open var deviceMotionUpdateInterval: TimeInterval {
        get { state.withLock { $0.motion.interval } }
        set { state.withLock { $0.motion.interval = max(newValue, 0.01) } }
    }

    /// The newest measurement; `nil` before the first.
    open var deviceMotion: CMDeviceMotion? { state.withLock { $0.motion.latest } }

    /// Measures without calling a handler.
    open func startDeviceMotionUpdates() { startMotion { _ in } }

    /// Measures and calls a handler, until ``stopDeviceMotionUpdates()``.
    ///
    /// - Parameters:
    ///   - queue: where `handler` is called.
    ///   - handler: receives each measurement; not called while the accelerometer is gone.
    @preconcurrency open func startDeviceMotionUpdates(
        to queue: OperationQueue, withHandler handler: @escaping CMDeviceMotionHandler
    ) {
        startMotion { motion in queue.addOperation { handler(motion, nil) } }
    }

    /// As ``startDeviceMotionUpdates()``. Linux: see ``attitudeReferenceFrame``.
    open func startDeviceMotionUpdates(using referenceFrame: CMAttitudeReferenceFrame) { startDeviceMotionUpdates() }

    /// As ``startDeviceMotionUpdates(to:withHandler:)``. Linux: see ``attitudeReferenceFrame``.
    ///
    /// - Parameters:
    ///   - referenceFrame: one of ``availableAttitudeReferenceFrames()``; another one is not taken.
    ///   - queue: where `handler` is called.
    ///   - handler: receives each measurement.
    @preconcurrency open func startDeviceMotionUpdates(
        using referenceFrame: CMAttitudeReferenceFrame, to queue: OperationQueue,
        withHandler handler: @escaping CMDeviceMotionHandler
    ) {
        startDeviceMotionUpdates(to: queue, withHandler: handler)
    }

    /// What attitudes are measured against. Linux: always ``CMAttitudeReferenceFrame/xArbitraryZVertical``, whatever was
    /// asked for, as no compass is read.
    open var attitudeReferenceFrame: CMAttitudeReferenceFrame { .xArbitraryZVertical }

    /// Linux: ``CMAttitudeReferenceFrame/xArbitraryZVertical``, or none without an accelerometer.
    open class func availableAttitudeReferenceFrames() -> CMAttitudeReferenceFrame {
        CaptureWorld.current.hasAccelerometer ? .xArbitraryZVertical : []
    }

    open func stopDeviceMotionUpdates() { stop(\.motion) }

    private func startMotion(_ tell: @escaping @Sendable (CMDeviceMotion) -> Void) {
        state.withLock { $0.motion.latest = nil }
        start(\.motion) { [weak self] in
            guard let self, let now = world.acceleration else { return }
            let measured = CMAcceleration(now)
            let rotation = world.rotationRate.map { CMRotationRate($0) } ?? CMRotationRate()
            let motion = state.withLock { state in
                let gravity = state.motion.latest?.gravity.approaching(measured, in: state.motion.interval) ?? measured
                let motion = CMDeviceMotion(gravity: gravity, measured: measured, rotation: rotation)
                state.motion.latest = motion
                return motion
            }
            tell(motion)
        }
    }

    // MARK: Measuring

    private struct Timer: @unchecked Sendable {  // a dispatch source may be used by any thread
        let source: any DispatchSourceTimer
    }

    private struct Measuring<Value> {
        var interval: TimeInterval = 0.01
        var latest: Value?
        var timer: Timer?
    }

    private func start<Value>(
        _ kind: WritableKeyPath<State, Measuring<Value>> & Sendable,
        _ measure: @escaping @Sendable () -> Void
    ) {
        stop(kind)
        let interval = state.withLock { $0[keyPath: kind].interval }
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now(), repeating: interval, leeway: .milliseconds(Int(interval * 250)))
        timer.setEventHandler(handler: measure)
        let started = Timer(source: timer)
        state.withLock { $0[keyPath: kind].timer = started }
        started.source.resume()
    }

    private func stop<Value>(_ kind: WritableKeyPath<State, Measuring<Value>> & Sendable) {
        let timer = state.withLock { state in
            defer { state[keyPath: kind].timer = nil }
            return state[keyPath: kind].timer
        }
        timer?.source.cancel()
    }
}

extension CMRotationRate {
    fileprivate init(_ axes: SIMD3<Double>) { self.init(x: axes.x, y: axes.y, z: axes.z) }
}

extension CMAcceleration {
    fileprivate init(_ axes: SIMD3<Double>) { self.init(x: axes.x, y: axes.y, z: axes.z) }

    /// Follows the slow part of the measurements: what lasts longer than half a second is the ground.
    fileprivate func approaching(_ measured: CMAcceleration, in interval: TimeInterval) -> CMAcceleration {
        let share = interval / (0.5 + interval)
        return CMAcceleration(
            x: x + (measured.x - x) * share, y: y + (measured.y - y) * share, z: z + (measured.z - z) * share)
    }
}

import CaptureEngine
import DeviceKinds
import Foundation
import Locking

/// Tells how a device is moved and held.
///
/// Linux: the accelerometer alone: the first one of the kernel's industrial I/O subsystem, or that of the simulated phone
/// while one of its cameras runs. Gyroscopes and magnetometers are not read. All members may be called from any thread.
///
/// Source: Apple, CMMotionManager.
open class CMMotionManager: NSObject, @unchecked Sendable {  // `state` is a Mutex, the rest is immutable
    private struct Timer: @unchecked Sendable {  // a dispatch source may be used by any thread
        let source: any DispatchSourceTimer
    }

    private struct State {
        var interval: TimeInterval = 0.01
        var latest: CMAccelerometerData?
        var timer: Timer?
    }

    private let world = CaptureWorld.current
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "CMMotionManager", qos: .utility)

    deinit { state.withLock { $0.timer }?.source.cancel() }

    open var isAccelerometerAvailable: Bool { world.hasAccelerometer }

    /// Whether it is measured.
    open var isAccelerometerActive: Bool { state.withLock { $0.timer != nil } }

    /// In seconds; a hundredth at first. A change holds for the updates that are started next.
    ///
    /// Linux: no less than a hundredth.
    open var accelerometerUpdateInterval: TimeInterval {
        get { state.withLock { $0.interval } }
        set { state.withLock { $0.interval = max(newValue, 0.01) } }
    }

    /// The newest that was measured; `nil` before the first.
    open var accelerometerData: CMAccelerometerData? { state.withLock { $0.latest } }

    /// Measures without telling.
    open func startAccelerometerUpdates() { start { _ in } }

    /// Measures and tells, until ``stopAccelerometerUpdates()``.
    ///
    /// - Parameters:
    ///   - queue: where `handler` is called.
    ///   - handler: gets each measurement; nothing while the accelerometer is gone.
    open func startAccelerometerUpdates(to queue: OperationQueue, withHandler handler: @escaping CMAccelerometerHandler)
    {
        start { data in queue.addOperation { handler(data, nil) } }
    }

    open func stopAccelerometerUpdates() {
        let timer = state.withLock { state in
            defer { state.timer = nil }
            return state.timer
        }
        timer?.source.cancel()
    }

    private func start(_ tell: @escaping @Sendable (CMAccelerometerData) -> Void) {
        stopAccelerometerUpdates()
        let interval = accelerometerUpdateInterval
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now(), repeating: interval, leeway: .milliseconds(Int(interval * 250)))
        timer.setEventHandler { [weak self] in
            guard let self, let acceleration else { return }
            let data = CMAccelerometerData(acceleration)
            state.withLock { $0.latest = data }
            tell(data)
        }
        let started = Timer(source: timer)
        state.withLock { $0.timer = started }
        started.source.resume()
    }

    private var acceleration: CMAcceleration? {
        world.acceleration.map { CMAcceleration(x: $0.x, y: $0.y, z: $0.z) }
    }
}

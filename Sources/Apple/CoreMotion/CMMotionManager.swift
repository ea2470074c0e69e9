import CaptureEngine
import DeviceKinds
import Foundation
import Locking

/// Reports how a device is moved and held.
///
/// Linux: only the accelerometer: the first one in the kernel's industrial I/O subsystem, or the simulated phone's
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

    /// Whether it is measuring.
    open var isAccelerometerActive: Bool { state.withLock { $0.timer != nil } }

    /// In seconds; a hundredth by default. A change applies to updates that are started later.
    ///
    /// Linux: at least a hundredth.
    open var accelerometerUpdateInterval: TimeInterval {
        get { state.withLock { $0.interval } }
        set { state.withLock { $0.interval = max(newValue, 0.01) } }
    }

    /// The newest measurement; `nil` before the first.
    open var accelerometerData: CMAccelerometerData? { state.withLock { $0.latest } }

    /// Measures without calling a handler.
    open func startAccelerometerUpdates() { start { _ in } }

    /// Measures and calls a handler, until ``stopAccelerometerUpdates()``.
    ///
    /// - Parameters:
    ///   - queue: where `handler` is called.
    ///   - handler: receives each measurement; not called while the accelerometer is gone.
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

import AVFoundation
import Foundation
import Locking
import SimulatedDevices
import Testing

extension OnTheSimulatedPhone {
    @Suite struct ConfigurationLockTests {
        /// Runs `body` on another thread and waits for it.
        private func onAnotherThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) throws -> Result {
            let result = Monitor<Result?>(nil)
            Thread { result.withLock { $0 = body() } }.start()
            return try #require(result.wait(timeout: .seconds(60)) { $0 })
        }

        @Test func oneThreadHasTheDeviceAtATime() throws {
            let device = try #require(AVCaptureDevice(uniqueID: "simulated:back"))
            try device.lockForConfiguration()
            let error = try onAnotherThread { () -> AVError.Code? in
                do {
                    try device.lockForConfiguration()
                    return nil
                } catch {
                    return (error as? AVError)?.code
                }
            }
            #expect(error == .deviceLockedForConfigurationByAnotherProcess)
            device.unlockForConfiguration()
            let isFree = try onAnotherThread {
                defer { device.unlockForConfiguration() }
                return (try? device.lockForConfiguration()) != nil
            }
            #expect(isFree)
        }

        @Test func aWaitingThreadGetsTheLockWhenItIsReleased() throws {
            let device = try #require(AVCaptureDevice(uniqueID: "simulated:back"))
            try device.lockForConfiguration()
            try device.lockForConfiguration()
            let isWaiting = Monitor(false)
            let got = Monitor<Bool?>(nil)
            Thread {
                isWaiting.withLock { $0 = true }
                let isMine = (try? device.lockForConfiguration()) != nil
                if isMine { device.unlockForConfiguration() }
                got.withLock { $0 = isMine }
            }.start()
            _ = isWaiting.wait { $0 ? true : nil }
            device.unlockForConfiguration()
            device.unlockForConfiguration()
            #expect(got.wait(timeout: .seconds(60)) { $0 } == true)
        }

        @Test func aTaskThatContinuesOnAnotherThreadCanLockAgain() async throws {
            let device = try #require(AVCaptureDevice(uniqueID: "simulated:back"))
            #expect(try await Configurator().failures(of: device) == 0)
            // All locks were released.
            let isFree = try onAnotherThread { () -> Bool in
                defer { device.unlockForConfiguration() }
                return (try? device.lockForConfiguration()) != nil
            }
            #expect(isFree)
        }

        @Test func anotherTaskDoesNotGetTheLockMeanwhile() async throws {
            let device = try #require(AVCaptureDevice(uniqueID: "simulated:back"))
            try device.lockForConfiguration()
            let code = await Task.detached { () -> AVError.Code? in
                do {
                    try device.lockForConfiguration()
                    return nil
                } catch {
                    return (error as? AVError)?.code
                }
            }.value
            #expect(code == .deviceLockedForConfigurationByAnotherProcess)
            device.unlockForConfiguration()
        }

        @Test func aTaskThatContinuesOnAnotherThreadStillHasTheLock() async throws {
            let device = try #require(AVCaptureDevice(uniqueID: "simulated:back"))
            try device.lockForConfiguration()
            for bias in [1, 0] as [Float] { await device.setExposureTargetBias(bias) }
            device.unlockForConfiguration()
            #expect(device.exposureTargetBias == 0)
        }
    }
}

/// An actor that continues on another thread after each `await`.
private actor Configurator {
    private let threads = NewThreads()
    nonisolated var unownedExecutor: UnownedSerialExecutor { threads.asUnownedSerialExecutor() }

    private func configure(_ device: AVCaptureDevice) throws {
        try device.lockForConfiguration()
        device.unlockForConfiguration()
    }

    /// Not `pthread_self()`, which the compiler takes for a constant, even across an `await`.
    private static var thread: ObjectIdentifier { ObjectIdentifier(Thread.current) }

    /// How often the device cannot be locked again, on another thread than the one that locked it.
    func failures(of device: AVCaptureDevice) async throws -> Int {
        try device.lockForConfiguration()
        defer { device.unlockForConfiguration() }
        var count = 0
        for _ in 0..<20 {
            let before = Self.thread
            await Task.yield()
            #expect(Self.thread != before)
            do { try configure(device) } catch { count += 1 }
        }
        return count
    }

    deinit { threads.end() }
}

/// Runs each job on a thread of its own. All threads stay until the end, because a new thread could get the identity of
/// one that has ended.
private final class NewThreads: SerialExecutor {
    private let isOver = Monitor(false)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        Thread.start(named: "job") { [self] in
            job.runSynchronously(on: asUnownedSerialExecutor())
            isOver.wait { $0 ? () : nil }
        }
    }

    func end() { isOver.withLock { $0 = true } }
}

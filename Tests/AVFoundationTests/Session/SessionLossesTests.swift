import CaptureEngine
import CoreMedia
import TestSupport
import Testing

@testable import AVFoundation

/// When a lost device is tried again, and what is told of it.
struct SessionLossesTests {
    private let camera = DeviceID(scheme: "fake", name: "camera")
    private let isGone = CaptureError(.deviceDisconnected, "the camera is gone")

    private func seconds(_ count: Int64) -> CMTime { CMTime(value: count, timescale: 1) }

    private func add(
        _ losses: inout SessionLosses, isPresent: Bool = true, changeCount: Int = 0, at time: Int64 = 0
    ) -> SessionLosses.Loss {
        losses.add(isGone, of: camera, isPresent: isPresent, changeCount: changeCount, at: seconds(time))
    }

    @Test func aBrokenDeviceIsTriedLessAndLessOften() {
        var losses = SessionLosses()
        #expect((0..<8).map { _ in add(&losses).pause } == [0, 1, 2, 4, 8, 16, 30, 30])
    }

    @Test func anErrorIsReportedOnceUntilItChanges() {
        var losses = SessionLosses()
        #expect((0..<3).map { _ in add(&losses).isNews } == [true, false, false])
        let isBusy = CaptureError(.deviceInUse, "the camera is busy", device: camera)
        #expect([losses.isNews(isBusy), losses.isNews(isBusy)] == [true, false])
        #expect((0..<2).map { _ in add(&losses).isNews } == [true, false])
    }

    @Test func aDeviceThatCameOrWentIsTriedAtOnce() {
        var losses = SessionLosses()
        for _ in 0..<4 { _ = add(&losses) }
        let loss = add(&losses, changeCount: 1)
        #expect(loss.pause == 0 && loss.isNews)
    }

    @Test func aDeviceThatWasPulledOutIsNotBroken() {
        var losses = SessionLosses()
        for _ in 0..<4 { _ = add(&losses) }
        let loss = add(&losses, isPresent: false)
        #expect(loss.pause == 0 && loss.isNews)
    }

    @Test func aDeviceThatHasWorkedForLongIsNotBroken() {
        var losses = SessionLosses()
        #expect([0, 30, 61].map { add(&losses, at: $0).pause } == [0, 1, 2])
        let loss = add(&losses, at: 61 + 33)
        #expect(loss.pause == 0 && loss.isNews)
    }

    @Test func startingTheSessionReportsTheErrorAgain() {
        var losses = SessionLosses()
        let first = add(&losses)
        #expect(losses.isLast(first))
        losses.forget()
        #expect(!losses.isLast(first))
        let second = add(&losses)
        #expect(second.isNews && second.pause == 0 && losses.isLast(second) && !losses.isLast(first))
    }
}

/// A session whose camera is there and fails.
struct BrokenCameraTests {
    private let backend = FakeBackend(["camera"])
    private let world: CaptureWorld
    private let session: AVCaptureSession
    private let errors = SimulatedCapture.ErrorLog()
    private let error = CaptureError(
        .deviceDisconnected, "fake:camera is gone", device: DeviceID(scheme: "fake", name: "camera"))

    private var source: FakeSource { backend["camera"] }

    init() throws {
        world = CaptureWorld(backends: [backend], host: Nowhere())
        session = try CaptureWorld.$current.withValue(world) {
            let session = AVCaptureSession()
            let device = try #require(AVCaptureDevice(uniqueID: "fake:camera"))
            session.addInput(try AVCaptureDeviceInput(device: device))
            session.addOutput(AVCaptureVideoDataOutput())
            return session
        }
    }

    /// Runs the session while its errors are collected.
    private func run(_ body: () throws -> Void) rethrows {
        let errors = errors
        let token = NotificationCenter.default.addObserver(
            forName: AVCaptureSession.runtimeErrorNotification, object: session, queue: nil
        ) { note in
            if let error = note.userInfo?[AVCaptureSessionErrorKey] as? AVError { errors.append(error) }
        }
        defer {
            session.stopRunning()
            NotificationCenter.default.removeObserver(token)
        }
        session.startRunning()
        try body()
    }

    /// Waits until all that follows a failure has been done, but for what is put off.
    private func settle() {
        session.events.sync {}
        world.devices.changes.sync {}
        session.events.sync {}
    }

    @Test func eachEndOfItsRunIsReported() {
        run {
            for _ in 1...3 {
                #expect(eventually { source.isStarted })
                source.send(.failed(error))
                settle()
            }
            #expect(source.startCount >= 3)
            #expect(errors.all.map(\.code) == Array(repeating: .deviceWasDisconnected, count: 3))
        }
    }

    @Test func itIsLeftAloneUntilSomethingIsPluggedIn() {
        run {
            // The pause is 30 seconds then.
            session.state.withLock { state in
                for _ in 1...6 {
                    _ = state.losses.add(error, of: source.id, isPresent: true, changeCount: 0, at: world.clock.now)
                }
            }
            source.send(.failed(error))
            settle()
            #expect(!source.isStarted && !session.isRunning)
            backend.tellOfAChange()
            #expect(eventually { session.isRunning })
            source.send(.failed(error))
            #expect(eventually { source.startCount == 3 && session.isRunning })
            #expect(errors.all.count == 2)
        }
    }

    @Test func startingTheSessionReportsTheErrorAgain() {
        run {
            source.send(.failed(error))
            #expect(errors.wait(for: 1))
            session.stopRunning()
            session.startRunning()
            source.send(.failed(error))
            #expect(errors.wait(for: 2))
        }
    }
}

import CaptureEngine
import DeviceKinds
import MediaFileDevices
import SimulatedDevices
import Testing

/// Gives each test its own simulated phone and nothing else: no cameras of other tests or of the machine.
///
/// Objects that the test and its tasks make belong to that phone (``CaptureWorld/current``). Dispatch queues and
/// threads do not inherit it, so make devices and sessions first. ``SimulatedPhone/ofTest`` is the phone itself.
///
/// ```swift
/// @Suite(.ownPhone) struct TorchTests {}
/// ```
package struct OwnPhone: SuiteTrait, TestTrait, TestScoping {
    package let isRecursive = true
    fileprivate let makeClock: @Sendable () -> any CaptureClock

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        // A suite's own scope has no case.
        guard testCase != nil else { return try await function() }
        let clock = makeClock()
        let phone = SimulatedPhone(clock: clock)
        // Media files are not interrupted with the phone's cameras.
        let world = CaptureWorld(
            backends: [phone, MediaFileBackend(clock: clock)], host: Nowhere(), clock: clock)
        defer { world.end() }
        try await CaptureWorld.$current.withValue(world) { try await function() }
    }
}

extension Trait where Self == OwnPhone {
    /// Its cameras run in real time.
    package static var ownPhone: Self { Self { MonotonicClock.shared } }

    /// Its cameras run in real time, or slower where the machine is too busy for that: see ``PatientClock``.
    package static var ownPhoneOnPatientClock: Self { Self { PatientClock() } }

    /// The clock stands still until the test moves it: see ``CaptureWorld/clock``.
    package static var ownPhoneOnManualClock: Self { Self { ManualClock() } }
}

extension SimulatedPhone {
    /// The phone of the running test: its own, or the process's.
    package static var ofTest: SimulatedPhone {
        let phones = CaptureWorld.current.catalog.backends.compactMap { $0 as? SimulatedPhone }
        precondition(phones.count == 1, "the test's world has \(phones.count) phones")
        return phones[0]
    }
}

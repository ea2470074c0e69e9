internal import CaptureEngine
package import SimulatedDevices

/// The simulated phone of this process: AVFoundation offers its cameras where there is no real one.
///
/// It is meant for tests of apps. They run the app's own capture code, and do with its phone what a person would do:
///
/// ```swift
/// import SimulatedPhone
///
/// let phone = Phone.ofThisProcess
/// phone.turn(to: .portrait)
/// phone.unplug(.back)
/// ```
///
/// All calls may be made on any thread.
public struct Phone: DrivablePhone {
    /// The one that AVFoundation's devices belong to.
    public static let ofThisProcess = Phone(.shared)

    private let phone: SimulatedDevices.SimulatedPhone

    package init(_ phone: SimulatedDevices.SimulatedPhone) { self.phone = phone }

    /// Whether the environment variable `AVCAM_SIMULATED_CONTROL` lets other programs drive this process's phone.
    public static var isOpenToOtherPrograms: Bool { PhoneListener.isAllowed }

    public func perform(_ command: Command) {
        do { try phone.perform(command.words) } catch { preconditionFailure(error.message) }
    }

    public func perform(_ words: String) throws(PhoneError) {
        do throws(CaptureError) { try phone.perform(words) } catch {
            throw PhoneError(.unknownCommand, error.message)
        }
    }

    public func state() -> State { State(PhoneSnapshot(phone)) }

    public func events() -> AsyncStream<Event> {
        let (events, continuation) = AsyncStream.makeStream(of: Event.self)
        let watch = PhoneWatch(phone) { change in
            if let event = Event(change) { continuation.yield(event) }
        }
        continuation.onTermination = { _ in withExtendedLifetime(watch) {} }
        return events
    }
}

import CaptureEngine
import Locking

/// Reports what happens to the phone, in words, until it is released.
///
/// States are compared, so that only real changes are reported, and none twice: `turn portrait`, `lock`, `unplug back`,
/// `stop back` … (``PhoneSnapshot/changes(since:)``). What has no state is reported as it happens: `press`, `release`
/// or `cancel` of a button, `touch`, `slide`, and `play` of a sound.
package final class PhoneWatch: Sendable {
    private let phone: SimulatedPhone
    private let handler: @Sendable (String) -> Void
    /// Held while the handler is called, so that changes are reported in order.
    private let last: Mutex<PhoneSnapshot>
    private let observations = Mutex<[any Sendable]>([])

    /// - Parameter handler: gets one change per call, on the thread that made it. It must return at once, and must not
    ///   call the phone.
    package init(_ phone: SimulatedPhone, handler: @escaping @Sendable (String) -> Void) {
        self.phone = phone
        self.handler = handler
        last = Mutex(PhoneSnapshot(phone))
        let body = phone.body.observe { [weak self] in self?.take($0) }
        let changes = phone.changes.observe { [weak self] in self?.compare() }
        observations.withLock { $0 = [body, changes] }
        // Reports what changed before the observation began.
        compare()
    }

    private func compare() {
        last.withLock { last in
            let now = PhoneSnapshot(phone)
            for change in now.changes(since: last) { handler(change) }
            last = now
        }
    }

    private func take(_ event: SimulatedBody.Event) {
        guard let words = Self.words(for: event) else { return compare() }
        last.withLock { _ in handler(words) }
    }

    /// `nil` for events that show in the state.
    private static func words(for event: SimulatedBody.Event) -> String? {
        switch event {
        case .turned, .tilted, .interruptionsChanged, .lockChanged: nil
        case .touched(.slide(let part)): "slide \(part)"
        case .touched(let touch): "touch \(PhoneWords.touches.word(for: touch))"
        case .pressed(let button, let phase): "\(word(for: phase)) \(PhoneWords.buttons.word(for: button))"
        case .played(let sound): "play \(sound)"
        }
    }

    private static func word(for phase: ButtonPhase) -> String {
        switch phase {
        case .began: "press"
        case .ended: "release"
        case .cancelled: "cancel"
        }
    }
}

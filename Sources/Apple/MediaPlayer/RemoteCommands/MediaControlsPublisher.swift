import Dispatch
import Locking
import SessionBus

/// Keeps the desktop informed, on a queue of its own: nobody waits for the bus.
final class MediaControlsPublisher: Sendable {
    private struct State {
        /// `nil` while there is nothing to offer, or no bus.
        var object: MediaPlayerObject?
        /// What the desktop knows.
        var told: [String: BusValue] = [:]
    }

    private let address: String?
    private let queue = DispatchQueue(label: "media-controls")
    /// Of the queue alone.
    private let state = Mutex(State())

    init(address: String?) { self.address = address }

    func finish() { queue.sync {} }

    /// - Parameter hasJumped: whether the position is not where the desktop believes it.
    func publish(_ controls: MediaControls, hasJumped: Bool) {
        queue.async { [weak self, weak controls] in
            guard let self, let controls else { return }
            state.withLock { self.publish(controls, hasJumped, &$0) }
        }
    }

    private func publish(_ controls: MediaControls, _ hasJumped: Bool, _ state: inout State) {
        guard controls.isOffered else { return state = State() }
        let properties = controls.properties
        guard let object = state.object else {
            // Who sees it for the first time reads the properties.
            state = State(object: MediaPlayerObject(controls, address: address), told: properties)
            return
        }
        let changed = properties.filter { state.told[$0.key] != $0.value }
        if !changed.isEmpty { object.announce(changed) }
        if hasJumped { object.announce(position: controls.position) }
        state.told = properties
    }
}

import GtkSupport
import Locking
import QuartzCore

/// What tells of each of its frames: a window's widget.
@MainActor
protocol FrameSource: AnyObject {
    /// Calls `body` with the time in seconds for each frame, until it returns `false` or the source goes.
    func onEachFrame(_ body: @escaping @MainActor (Double) -> Bool)
}

extension Widget: FrameSource {}

/// Moves layers on with the frames of all windows: one that is closed or minimized has none.
@MainActor
final class FrameDriver {
    static let shared = FrameDriver(.current)

    private let clock: LayerClock
    private var sources: [any FrameSource] = []
    private var ticking: Set<ObjectIdentifier> = []
    /// Read on any thread.
    private nonisolated let isDriving = Mutex(false)

    init(_ clock: LayerClock) {
        self.clock = clock
        clock.setDriver { [weak self] in
            guard let self, isDriving.withLock({ $0 }) else { return false }
            Task { @MainActor in self.start() }
            return true
        }
    }

    func add(_ source: any FrameSource) {
        sources.append(source)
        isDriving.withLock { $0 = true }
        clock.resume()
    }

    func remove(_ source: any FrameSource) {
        sources.removeAll { $0 === source }
        ticking.remove(ObjectIdentifier(source))
        isDriving.withLock { $0 = !sources.isEmpty }
        // What is under way goes on with the other windows, or ends by itself.
        clock.resume()
    }

    private func start() {
        for source in sources where ticking.insert(ObjectIdentifier(source)).inserted {
            let id = ObjectIdentifier(source)
            source.onEachFrame { [weak self] _ in
                guard let self, ticking.contains(id) else { return false }
                let goesOn = clock.tick()
                if !goesOn { ticking.remove(id) }
                return goesOn
            }
        }
    }
}

import Foundation

/// The time of day, and who is to be woken when: the machine's, or one that a test sets.
///
/// Nothing runs between the moments that somebody asked for. A test's subclass is used on the main thread only.
class WallClock: @unchecked Sendable {
    static let system = WallClock()

    var now: Date { Date() }

    /// Runs an action once, at a moment or soon after it.
    func wake(at date: Date, _ action: @escaping @MainActor @Sendable () -> Void) {
        DispatchQueue.main.asyncAfter(deadline: .now() + max(0, date.timeIntervalSince(now))) {
            MainActor.assumeIsolated(action)
        }
    }
}

extension EnvironmentValues {
    private struct Key: EnvironmentKey { static let defaultValue: WallClock? = nil }

    /// `nil`: the machine's.
    var wallClock: WallClock? {
        get { self[Key.self] }
        set { self[Key.self] = newValue }
    }
}

extension Date {
    /// The next moment at which a number of whole seconds since this date, or until it, is another one.
    func nextWholeSecond(after now: Date) -> Date {
        addingTimeInterval(now.timeIntervalSince(self).rounded(.down) + 1)
    }
}

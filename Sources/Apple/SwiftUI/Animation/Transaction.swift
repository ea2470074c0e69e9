import Foundation

/// What a change is made with: its animation. Source: Apple, Transaction.
public struct Transaction {
    public var animation: Animation?
    /// No animation counts, not even those of `animation(_:value:)`.
    public var disablesAnimations = false
    public var isContinuous = false
    var run: AnimationRun?

    public init() {}
    public init(animation: Animation?) { self.animation = animation }

    /// The animation of a change, if it has one.
    var effectiveAnimation: Animation? { disablesAnimations ? nil : animation }
    var isEmpty: Bool { animation == nil && !disablesAnimations && !isContinuous && run == nil }

    func isSame(as other: Transaction) -> Bool {
        animation == other.animation && disablesAnimations == other.disablesAnimations
            && isContinuous == other.isContinuous && run === other.run
    }

    nonisolated(unsafe) private static var stack: [Transaction] = []  // Only the main thread touches it.

    /// The transaction of the `withTransaction(_:_:)` that is under way on the main thread.
    static var current: Transaction { MainThread.isCurrent ? stack.last ?? Transaction() : Transaction() }

    static func with<Result>(_ transaction: Transaction, _ body: () throws -> Result) rethrows -> Result {
        guard MainThread.isCurrent else { return try body() }
        stack.append(transaction)
        transaction.run?.begin()
        defer {
            stack.removeLast()
            transaction.run?.end()
        }
        return try body()
    }

    /// Calls `completion` when the animations are logically complete or removed.
    public mutating func addAnimationCompletion(
        criteria: AnimationCompletionCriteria = .logicallyComplete, _ completion: @escaping () -> Void
    ) {
        let run = run ?? AnimationRun()
        self.run = run
        run.completions.append((criteria, completion))
    }
}

/// When an animation counts as complete. Source: Apple, AnimationCompletionCriteria.
public struct AnimationCompletionCriteria: Hashable, Sendable {
    private let isLogical: Bool
    public static let logicallyComplete = AnimationCompletionCriteria(isLogical: true)
    public static let removed = AnimationCompletionCriteria(isLogical: false)
}

/// What one change has set going (updates, then animations), and whom to tell when all of it is over.
final class AnimationRun {
    var completions: [(criteria: AnimationCompletionCriteria, action: () -> Void)] = []
    private var incomplete = 0
    private var present = 0

    func begin() {
        incomplete += 1
        present += 1
    }

    /// One part has arrived, as far as a person can see; a spring may still swing a little.
    func complete() {
        incomplete -= 1
        if incomplete == 0 { run(.logicallyComplete) }
    }

    /// One part is over for good.
    func remove() {
        present -= 1
        if present == 0 { run(.removed) }
    }

    func end() {
        complete()
        remove()
    }

    private func run(_ criteria: AnimationCompletionCriteria) {
        let due = completions.filter { $0.criteria == criteria }
        completions.removeAll { $0.criteria == criteria }
        for element in due { element.action() }
    }
}

/// Makes changes of state, which are then shown with an animation. Source: Apple, withAnimation(_:_:).
public func withAnimation<Result>(_ animation: Animation? = .default, _ body: () throws -> Result) rethrows -> Result {
    try withTransaction(Transaction(animation: animation), body)
}

/// Makes changes of state, and calls `completion` when their animations are over.
/// Source: Apple, withAnimation(_:completionCriteria:_:completion:).
public func withAnimation<Result>(
    _ animation: Animation? = .default, completionCriteria: AnimationCompletionCriteria = .logicallyComplete,
    _ body: () throws -> Result, completion: @escaping () -> Void
) rethrows -> Result {
    var transaction = Transaction(animation: animation)
    transaction.addAnimationCompletion(criteria: completionCriteria, completion)
    return try withTransaction(transaction, body)
}

/// Makes changes of state with a transaction. Source: Apple, withTransaction(_:_:).
public func withTransaction<Result>(_ transaction: Transaction, _ body: () throws -> Result) rethrows -> Result {
    try Transaction.with(transaction, body)
}

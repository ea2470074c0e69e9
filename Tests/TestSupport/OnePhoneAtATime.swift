import Testing

/// Makes tests that use the process's simulated phone take turns, across all suites and modules.
///
/// ```swift
/// @Suite(.serialized, .onePhoneAtATime) enum OnTheSimulatedPhone {}
/// ```
package struct OnePhoneAtATime: SuiteTrait, TestTrait, TestScoping {
    package let isRecursive = true

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        // A suite's own scope has no case; only the cases themselves take turns.
        guard testCase != nil else { return try await function() }
        await Turn.shared.take()
        do {
            try await function()
        } catch {
            await Turn.shared.pass()
            throw error
        }
        await Turn.shared.pass()
    }
}

extension Trait where Self == OnePhoneAtATime {
    package static var onePhoneAtATime: Self { Self() }
}

/// The queue for the phone: the others wait in order of arrival.
private actor Turn {
    static let shared = Turn()

    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func take() async {
        if isTaken {
            await withCheckedContinuation { waiting.append($0) }
        } else {
            isTaken = true
        }
    }

    func pass() {
        if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
    }
}

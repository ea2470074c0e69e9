/// What a person submits. Source: Apple, SubmitTriggers.
public struct SubmitTriggers: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// Text fields.
    public static let text = SubmitTriggers(rawValue: 1)
    /// The fields of `searchable`.
    public static let search = SubmitTriggers(rawValue: 2)
}

extension EnvironmentValues {
    struct Submission {
        let triggers: SubmitTriggers
        let action: () -> Void
    }
    // Never changed.
    private struct Submissions: EnvironmentKey { nonisolated(unsafe) static let defaultValue: [Submission] = [] }

    /// For the return key, innermost first.
    var submissions: [Submission] {
        get { self[Submissions.self] }
        set { self[Submissions.self] = newValue }
    }

    func submit(_ trigger: SubmitTriggers) {
        for element in submissions where !element.triggers.isDisjoint(with: trigger) { element.action() }
    }
}

extension View {
    /// Runs an action when a person presses the return key in a field; those of the views around follow.
    public nonisolated func onSubmit(
        of triggers: SubmitTriggers = .text, _ action: @escaping () -> Void
    ) -> some View {
        modified(
            EnvironmentChange { $0.submissions.insert(.init(triggers: triggers, action: action), at: 0) })
    }

    /// Keeps what is submitted in the view from the actions of the views around.
    public nonisolated func submitScope(_ isBlocking: Bool = true) -> some View {
        modified(EnvironmentChange { if isBlocking { $0.submissions = [] } })
    }
}

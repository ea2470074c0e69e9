import UIKit

/// What a person feels. Source: Apple, SensoryFeedback.
///
/// Linux: as `UIFeedbackGenerator`'s: only the simulated phone has a motor.
public struct SensoryFeedback: Equatable, Sendable {
    /// How heavy what collides is. Source: Apple, SensoryFeedback.Weight.
    public struct Weight: Equatable, Sendable {
        let style: UIImpactFeedbackGenerator.FeedbackStyle
        public static let light = Weight(style: .light)
        public static let medium = Weight(style: .medium)
        public static let heavy = Weight(style: .heavy)
    }

    private enum Kind: Equatable {
        case notification(UINotificationFeedbackGenerator.FeedbackType)
        case selection
        case impact(UIImpactFeedbackGenerator.FeedbackStyle, Double)
    }

    private let kind: Kind

    public static let success = SensoryFeedback(kind: .notification(.success))
    public static let warning = SensoryFeedback(kind: .notification(.warning))
    public static let error = SensoryFeedback(kind: .notification(.error))
    public static let selection = SensoryFeedback(kind: .selection)
    public static let impact = SensoryFeedback(kind: .impact(.medium, 1))

    /// - `intensity`: 0 to 1.
    public static func impact(weight: Weight = .medium, intensity: Double = 1) -> SensoryFeedback {
        SensoryFeedback(kind: .impact(weight.style, intensity))
    }

    @MainActor func play() {
        switch kind {
        case .notification(let type): UINotificationFeedbackGenerator().notificationOccurred(type)
        case .selection: UISelectionFeedbackGenerator().selectionChanged()
        case .impact(let style, 1): UIImpactFeedbackGenerator(style: style).impactOccurred()
        case .impact(let style, let intensity):
            UIImpactFeedbackGenerator(style: style).impactOccurred(intensity: intensity)
        }
    }
}

extension View {
    /// Plays feedback when a value changes.
    public nonisolated func sensoryFeedback<T: Equatable>(_ feedback: SensoryFeedback, trigger: T) -> some View {
        sensoryFeedback(trigger: trigger) { _, _ in feedback }
    }

    /// - `condition`: whether a change from one value to another is felt.
    public nonisolated func sensoryFeedback<T: Equatable>(
        _ feedback: SensoryFeedback, trigger: T, condition: @escaping (_ oldValue: T, _ newValue: T) -> Bool
    ) -> some View { sensoryFeedback(trigger: trigger) { condition($0, $1) ? feedback : nil } }

    /// - `feedback`: what is felt at a change; `nil` for nothing.
    public nonisolated func sensoryFeedback<T: Equatable>(
        trigger: T, _ feedback: @escaping (_ oldValue: T, _ newValue: T) -> SensoryFeedback?
    ) -> some View {
        onChange(of: trigger) { old, new in
            let feedback = feedback(old, new)
            MainActor.assumeIsolated { feedback?.play() }
        }
    }
}

import Foundation

/// A gesture that begins when another one has ended. Source: Apple, SequenceGesture.
public nonisolated struct SequenceGesture<First: Gesture, Second: Gesture> {
    public var first: First
    public var second: Second

    public init(_ first: First, _ second: Second) { (self.first, self.second) = (first, second) }

    /// Source: Apple, SequenceGesture.Value.
    public enum Value {
        case first(First.Value)
        /// The second value is `nil` until its gesture begins.
        case second(First.Value, Second.Value?)
    }
}

extension SequenceGesture.Value: Equatable where First.Value: Equatable, Second.Value: Equatable {}

@MainActor extension SequenceGesture: RecognizedGesture {
    public typealias Body = Never

    func recognizer(_ item: Item, _ report: @escaping (GestureReport<Value>) -> Void) -> any Recognizer {
        let sequence = SequenceRecognizer()
        var firstValue: First.Value?
        sequence.first = first.makeRecognizer(item) { [weak sequence] phase in
            switch phase {
            case .changed(let value): report(.changed(.first(value)))
            case .ended(let value):
                firstValue = value
                sequence?.isFirstOver = true
                report(.changed(.second(value, nil)))
            case .cancelled: report(.cancelled)
            }
        }
        sequence.second = second.makeRecognizer(item) { [weak sequence] phase in
            guard let firstValue else { return }
            switch phase {
            case .changed(let value): report(.changed(.second(firstValue, value)))
            case .ended(let value):
                sequence?.isFirstOver = false
                report(.ended(.second(firstValue, value)))
            case .cancelled: break
            }
        }
        sequence.ended = { report(.cancelled) }
        return sequence
    }
}

/// Gives touches to the first recognizer until its gesture is over, then to the second.
private final class SequenceRecognizer: Recognizer {
    var first: (any Recognizer)!
    var second: (any Recognizer)!
    /// The second gesture did not come, or was cancelled.
    var ended: () -> Void = {}
    var isFirstOver = false {
        didSet { if isFirstOver != oldValue { hasSecondBegun = false } }
    }
    private var hasSecondBegun = false
    private var last: TouchInput?

    func take(_ touch: TouchInput) -> Bool {
        defer { last = touch }
        guard isFirstOver else { return first.take(touch) }
        if !hasSecondBegun {
            hasSecondBegun = true
            // The finger that stays down after the first gesture begins the second one where it is.
            if touch.phase != .began, let last {
                _ = second.take(TouchInput(id: last.id, phase: .began, location: last.location, time: last.time))
            }
        }
        let isCertain = second.take(touch)
        if isFirstOver, touch.phase == .ended || touch.phase == .cancelled, !isCertain { cancel() }
        return isCertain
    }

    func cancel() {
        first.cancel()
        second.cancel()
        guard isFirstOver else { return }
        isFirstOver = false
        ended()
    }

    func contains(_ other: any Recognizer) -> Bool {
        self === other || first.contains(other) || second.contains(other)
    }
}

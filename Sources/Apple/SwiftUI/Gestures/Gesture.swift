/// A way to touch a view. Source: Apple, Gesture.
@MainActor @preconcurrency public protocol Gesture<Value> {
    associatedtype Value
    associatedtype Body: Gesture
    var body: Body { get }
}

extension Never: Gesture {
    public typealias Value = Never
}

extension Gesture where Body == Never {
    public var body: Never { fatalError("\(Self.self) is not made of other gestures") }
}

/// What a gesture reports.
enum GestureReport<Value> {
    case changed(Value)
    case ended(Value)
    case cancelled
}

/// A gesture that makes its own recognizer.
@MainActor protocol RecognizedGesture: Gesture where Body == Never {
    func recognizer(_ item: Item, _ report: @escaping (GestureReport<Value>) -> Void) -> any Recognizer
}

extension Gesture {
    /// The recognizer of the gesture or of what it is made of.
    func makeRecognizer(_ item: Item, _ report: @escaping (GestureReport<Value>) -> Void) -> any Recognizer {
        func own<G: RecognizedGesture>(_ gesture: G) -> any Recognizer {
            gesture.recognizer(item) { phase in
                switch phase {
                case .changed(let value): report(.changed(value as! Value))
                case .ended(let value): report(.ended(value as! Value))
                case .cancelled: report(.cancelled)
                }
            }
        }
        if let gesture = self as? any RecognizedGesture { return own(gesture) }
        func inner<G: Gesture>(_ gesture: G) -> any Recognizer {
            gesture.makeRecognizer(item) { phase in
                switch phase {
                case .changed(let value): if let value = value as? Value { report(.changed(value)) }
                case .ended(let value): if let value = value as? Value { report(.ended(value)) }
                case .cancelled: report(.cancelled)
                }
            }
        }
        return inner(body)
    }
}

/// One touch, in the coordinates of the root.
struct TouchInput {
    enum Phase {
        case began, moved, ended, cancelled
    }
    let id: Int
    let phase: Phase
    let location: CGPoint
    let time: TimeInterval
}

/// Follows touches, until it knows whether they are its gesture.
@MainActor protocol Recognizer: AnyObject {
    /// Takes a touch.
    ///
    /// - Returns: whether the gesture is certain now: others end.
    func take(_ touch: TouchInput) -> Bool
    func cancel()
    /// Whether it is the other one, or made of it.
    func contains(_ other: any Recognizer) -> Bool
}

extension Recognizer {
    func contains(_ other: any Recognizer) -> Bool { self === other }
}

/// A gesture with more done about it.
struct ChangedGesture<Base: Gesture> {
    let base: Base
    let observe: (GestureReport<Base.Value>) -> Void
}

@MainActor extension ChangedGesture: RecognizedGesture {
    typealias Value = Base.Value
    typealias Body = Never

    func recognizer(_ item: Item, _ report: @escaping (GestureReport<Value>) -> Void) -> any Recognizer {
        base.makeRecognizer(item) { phase in
            observe(phase)
            report(phase)
        }
    }
}

/// Gestures that are recognized together. Source: Apple, SimultaneousGesture.
public nonisolated struct SimultaneousGesture<First: Gesture, Second: Gesture> {
    public var first: First
    public var second: Second

    public init(_ first: First, _ second: Second) { (self.first, self.second) = (first, second) }

    /// Source: Apple, SimultaneousGesture.Value.
    public struct Value {
        public var first: First.Value?
        public var second: Second.Value?
    }
}

@MainActor extension SimultaneousGesture: RecognizedGesture {
    public typealias Body = Never

    func recognizer(_ item: Item, _ report: @escaping (GestureReport<Value>) -> Void) -> any Recognizer {
        let state = Box(Value(first: nil, second: nil))
        let one = first.makeRecognizer(item) { state.report($0, \.first, report) }
        let two = second.makeRecognizer(item) { state.report($0, \.second, report) }
        return RecognizerPair(one, two, isExclusive: false)
    }
}

private final class Box<Value> {
    var value: Value
    init(_ value: Value) { self.value = value }

    func report<Part>(
        _ phase: GestureReport<Part>, _ path: WritableKeyPath<Value, Part?>, _ report: (GestureReport<Value>) -> Void
    ) {
        switch phase {
        case .changed(let part):
            value[keyPath: path] = part
            report(.changed(value))
        case .ended(let part):
            value[keyPath: path] = part
            report(.ended(value))
        case .cancelled: report(.cancelled)
        }
    }
}

/// The first of two gestures that is recognized. Source: Apple, ExclusiveGesture.
public nonisolated struct ExclusiveGesture<First: Gesture, Second: Gesture> {
    public var first: First
    public var second: Second

    public init(_ first: First, _ second: Second) { (self.first, self.second) = (first, second) }

    /// Source: Apple, ExclusiveGesture.Value.
    public enum Value {
        case first(First.Value)
        case second(Second.Value)
    }
}

@MainActor extension ExclusiveGesture: RecognizedGesture {
    public typealias Body = Never

    func recognizer(_ item: Item, _ report: @escaping (GestureReport<Value>) -> Void) -> any Recognizer {
        let one = first.makeRecognizer(item) { report($0.map(Value.first)) }
        let two = second.makeRecognizer(item) { report($0.map(Value.second)) }
        return RecognizerPair(one, two, isExclusive: true)
    }
}

extension GestureReport {
    func map<Other>(_ transform: (Value) -> Other) -> GestureReport<Other> {
        switch self {
        case .changed(let value): .changed(transform(value))
        case .ended(let value): .ended(transform(value))
        case .cancelled: .cancelled
        }
    }
}

private final class RecognizerPair: Recognizer {
    private let (first, second): (any Recognizer, any Recognizer)
    private let isExclusive: Bool
    private var isFirst = false
    private var isSecond = false

    init(_ first: any Recognizer, _ second: any Recognizer, isExclusive: Bool) {
        (self.first, self.second, self.isExclusive) = (first, second, isExclusive)
    }

    func take(_ touch: TouchInput) -> Bool {
        if !isSecond, first.take(touch), isExclusive, !isFirst {
            isFirst = true
            second.cancel()
        }
        if !isFirst, second.take(touch), isExclusive, !isSecond {
            isSecond = true
            first.cancel()
        }
        return isFirst || isSecond
    }

    func cancel() {
        first.cancel()
        second.cancel()
    }

    func contains(_ other: any Recognizer) -> Bool {
        self === other || first.contains(other) || second.contains(other)
    }
}

/// A value while a gesture lasts; then it is again what it was. Source: Apple, GestureState.
@propertyWrapper public struct GestureState<Value> {
    private let state: State<Value>
    private let initial: Value
    private let resetTransaction: Transaction

    public init(wrappedValue: Value) { self.init(wrappedValue: wrappedValue, resetTransaction: Transaction()) }
    public init(initialValue: Value) { self.init(wrappedValue: initialValue) }
    public init(wrappedValue: Value, resetTransaction: Transaction) {
        state = State(wrappedValue: wrappedValue)
        initial = wrappedValue
        self.resetTransaction = resetTransaction
    }

    public var wrappedValue: Value { state.wrappedValue }
    public var projectedValue: GestureState<Value> { self }

    func set(_ value: Value, _ transaction: Transaction) { withTransaction(transaction) { state.wrappedValue = value } }
    func reset() { withTransaction(resetTransaction) { state.wrappedValue = initial } }
}

extension GestureState: DynamicProperty {}

extension Gesture {
    public func onEnded(_ action: @escaping (Value) -> Void) -> some Gesture<Value> {
        ChangedGesture(base: self) { if case .ended(let value) = $0 { action(value) } }
    }

    public func onChanged(_ action: @escaping (Value) -> Void) -> some Gesture<Value> {
        ChangedGesture(base: self) { if case .changed(let value) = $0 { action(value) } }
    }

    /// Keeps a value of the gesture while it lasts.
    public func updating<S>(
        _ state: GestureState<S>, body: @escaping (Value, inout S, inout Transaction) -> Void
    ) -> some Gesture<Value> {
        ChangedGesture(base: self) { phase in
            guard case .changed(let value) = phase else { return state.reset() }
            var current = state.wrappedValue
            var transaction = Transaction()
            body(value, &current, &transaction)
            state.set(current, transaction)
        }
    }

    public func simultaneously<Other: Gesture>(with other: Other) -> SimultaneousGesture<Self, Other> {
        SimultaneousGesture(self, other)
    }

    public func sequenced<Other: Gesture>(before other: Other) -> SequenceGesture<Self, Other> {
        SequenceGesture(self, other)
    }

    public func exclusively<Other: Gesture>(before other: Other) -> ExclusiveGesture<Self, Other> {
        ExclusiveGesture(self, other)
    }
}

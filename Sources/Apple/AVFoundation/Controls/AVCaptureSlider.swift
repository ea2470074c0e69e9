import Foundation
import Locking

/// A control for a number within bounds.
///
/// Source: Apple, AVCaptureSlider.
public final class AVCaptureSlider: AVCaptureControl, @unchecked Sendable {  // `state` is a Mutex, the rest immutable
    private struct State {
        var control: ControlState
        var action: (@Sendable (Float) -> Void)?
        var prominentValues: [Float] = []
        var valueFormat: String?
        var accessibilityIdentifier: String?
    }

    /// The title to show to users.
    public let localizedTitle: String
    /// A name from Apple's symbol library, for the code that draws the control.
    public let symbolName: String
    private let state: Mutex<State>

    private init(_ title: String, _ symbolName: String, _ scale: ControlScale) {
        localizedTitle = title
        self.symbolName = symbolName
        state = Mutex(State(control: ControlState(scale)))
        super.init()
    }

    /// A slider for any value in a range; it starts at its lower bound.
    public convenience init(_ localizedTitle: String, symbolName: String, in range: ClosedRange<Float>) {
        self.init(localizedTitle, symbolName, .continuous(range))
    }

    /// A slider for values that lie `step` apart.
    public convenience init(
        _ localizedTitle: String, symbolName: String, in range: ClosedRange<Float>, step: Float
    ) {
        guard step > 0 else {
            raiseException(
                "*** -[AVCaptureSlider initWithLocalizedTitle:symbolName:minValue:maxValue:step:] step must be greater "
                    + "than 0")
        }
        self.init(localizedTitle, symbolName, .steps(ControlSteps(in: range, by: step)))
    }

    /// A slider for a list of values, which are sorted.
    public convenience init(_ localizedTitle: String, symbolName: String, values: [Float]) {
        guard !values.isEmpty else {
            raiseException("*** -[AVCaptureSlider initWithLocalizedTitle:symbolName:values:] values must not be empty")
        }
        self.init(localizedTitle, symbolName, .values(values.sorted()))
    }

    /// The value of the slider. Setting it moves the slider without calling the action; it must lie in the range.
    /// Observable.
    ///
    /// Linux: any queue may set it.
    public var value: Float {
        get { state.withLock { $0.control.value } }
        set {
            guard state.withLock({ $0.control.scale.contains(newValue) }) else {
                raiseException(.range, "*** -[AVCaptureSlider setValue:] The value \(newValue) is out of range")
            }
            changing(\.value) { state.withLock { $0.control.set(newValue) } }
            faceChanged()
        }
    }

    /// Calls `action` on a serial queue with each value that a person chooses.
    @preconcurrency
    public func setActionQueue(_ actionQueue: DispatchQueue, action: @escaping @Sendable (Float) -> Void) {
        state.withLock { state in
            state.control.queue = actionQueue
            state.action = action
        }
    }

    /// Values to mark on the slider.
    public var prominentValues: [Float] {
        get { state.withLock { $0.prominentValues } }
        set { state.withLock { $0.prominentValues = newValue } }
    }

    /// How the value is shown: a `printf` format for one number.
    public var localizedValueFormat: String? {
        get { state.withLock { $0.valueFormat } }
        set {
            state.withLock { $0.valueFormat = newValue }
            faceChanged()
        }
    }

    public var accessibilityIdentifier: String? {
        get { state.withLock { $0.accessibilityIdentifier } }
        set { state.withLock { $0.accessibilityIdentifier = newValue } }
    }

    override var face: ControlFace {
        state.withLock { state in
            let value = state.control.value
            return ControlFace(
                title: localizedTitle, symbolName: symbolName,
                value: String(format: state.valueFormat ?? "%.2f", Double(value)),
                position: state.control.scale.position(of: value))
        }
    }

    override func slide(by part: Float) {
        let call = mayChange(\.value) {
            state.withLock { state -> (DispatchQueue, @Sendable (Float) -> Void, Float)? in
                guard state.control.slide(by: part), let queue = state.control.queue, let action = state.action else {
                    return nil
                }
                return (queue, action, state.control.value)
            }
        }
        if let (queue, action, value) = call { queue.async { action(value) } }
    }
}

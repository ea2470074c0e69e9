import Foundation
import Locking

/// A control for one of several choices.
///
/// Source: Apple, AVCaptureIndexPicker.
public final class AVCaptureIndexPicker: AVCaptureControl, @unchecked Sendable {  // as AVCaptureSlider
    private struct State {
        var control: ControlState
        var action: (@Sendable (Int) -> Void)?
        var accessibilityIdentifier: String?
    }

    /// The title to show to users.
    public let localizedTitle: String
    /// A name from Apple's symbol library, for the code that draws the control.
    public let symbolName: String
    public let numberOfIndexes: Int
    /// A title for each choice, to show to users.
    public let localizedIndexTitles: [String]
    private let state: Mutex<State>

    /// A picker with a title for each choice.
    ///
    /// - `localizedTitleTransform`: makes the title of a choice; called once for each.
    public init(
        _ localizedTitle: String, symbolName: String, numberOfIndexes: Int,
        localizedTitleTransform: (Int) -> String
    ) {
        guard numberOfIndexes > 0 else {
            raiseException(
                "*** -[AVCaptureIndexPicker initWithLocalizedTitle:symbolName:numberOfIndexes:localizedTitleTransform:] "
                    + "numberOfIndexes must be greater than 0")
        }
        self.localizedTitle = localizedTitle
        self.symbolName = symbolName
        self.numberOfIndexes = numberOfIndexes
        localizedIndexTitles = (0..<numberOfIndexes).map(localizedTitleTransform)
        state = Mutex(State(control: ControlState(.values((0..<numberOfIndexes).map(Float.init)))))
        super.init()
    }

    /// A picker whose choices are numbered from 1.
    public convenience init(_ localizedTitle: String, symbolName: String, numberOfIndexes: Int) {
        self.init(localizedTitle, symbolName: symbolName, numberOfIndexes: numberOfIndexes) { String($0 + 1) }
    }

    /// A picker of as many choices as there are titles.
    public convenience init(_ localizedTitle: String, symbolName: String, localizedIndexTitles: [String]) {
        self.init(localizedTitle, symbolName: symbolName, numberOfIndexes: localizedIndexTitles.count) {
            localizedIndexTitles[$0]
        }
    }

    /// The choice, from 0. Setting it moves the picker without calling the action. Observable.
    ///
    /// Linux: any queue may set it.
    public var selectedIndex: Int {
        get { state.withLock { Int($0.control.value) } }
        set {
            guard (0..<numberOfIndexes).contains(newValue) else {
                raiseException(
                    .range, "*** -[AVCaptureIndexPicker setSelectedIndex:] The index \(newValue) is out of range")
            }
            changing(\.selectedIndex) { state.withLock { $0.control.set(Float(newValue)) } }
            faceChanged()
        }
    }

    /// Calls `action` on a serial queue with each choice that a person makes.
    @preconcurrency
    public func setActionQueue(_ actionQueue: DispatchQueue, action: @escaping @Sendable (Int) -> Void) {
        state.withLock { state in
            state.control.queue = actionQueue
            state.action = action
        }
    }

    public var accessibilityIdentifier: String? {
        get { state.withLock { $0.accessibilityIdentifier } }
        set { state.withLock { $0.accessibilityIdentifier = newValue } }
    }

    override var face: ControlFace {
        let index = selectedIndex
        return ControlFace(
            title: localizedTitle, symbolName: symbolName, value: localizedIndexTitles[index],
            position: numberOfIndexes > 1 ? Float(index) / Float(numberOfIndexes - 1) : 0)
    }

    override func slide(by part: Float) {
        let call = mayChange(\.selectedIndex) {
            state.withLock { state -> (DispatchQueue, @Sendable (Int) -> Void, Int)? in
                guard state.control.slide(by: part), let queue = state.control.queue, let action = state.action else {
                    return nil
                }
                return (queue, action, Int(state.control.value))
            }
        }
        if let (queue, action, index) = call { queue.async { action(index) } }
    }
}

import CaptureEngine

/// What the Camera Control shows, and what a touch of it does.
///
/// | shown | light press | double light press | slide | leave |
/// | --- | --- | --- | --- | --- |
/// | nothing | → the control used last | nothing | nothing | nothing |
/// | a control | → nothing | → the list | moves the control | → nothing |
/// | the list | → the chosen control | → the chosen control | chooses | → nothing |
struct ControlsOverlay {
    enum Call: Equatable {
        case didBecomeActive, willEnterFullscreen, willExitFullscreen, didBecomeInactive
    }

    private enum Shown {
        case nothing, control, list
    }

    /// What a touch leads to; carried out when no lock is held.
    struct Result {
        var calls: [Call] = []
        /// By how much the shown control moves.
        var slide: Float?
    }

    private var shown = Shown.nothing
    /// The index of the shown or chosen control among the session's.
    private(set) var index = 0
    /// Where the finger is on the list, from 0 to 1.
    private var position: Float = 0

    var isShown: Bool { shown != .nothing }

    /// Whether the list of controls is shown.
    var isList: Bool { shown == .list }

    /// - Parameter count: how many controls there are; at least one.
    mutating func take(_ touch: ButtonTouch, count: Int) -> Result {
        index = min(index, count - 1)
        switch (shown, touch) {
        case (.nothing, .lightPress):
            shown = .control
            return Result(calls: [.didBecomeActive, .willEnterFullscreen])
        case (.nothing, _): return Result()
        case (_, .leave), (.control, .lightPress): return Result(calls: hide())
        case (.control, .doubleLightPress):
            shown = .list
            position = count > 1 ? Float(index) / Float(count - 1) : 0
            return Result()
        case (.list, .lightPress), (.list, .doubleLightPress):
            shown = .control
            return Result()
        case (.control, .slide(let part)): return Result(slide: part)
        case (.list, .slide(let part)):
            position = min(max(position + part, 0), 1)
            index = Int((position * Float(count - 1)).rounded())
            return Result()
        }
    }

    /// Keeps showing the same control; if that one was removed, the next one takes its place.
    mutating func controlWasRemoved(at place: Int) {
        if place < index { index -= 1 }
    }

    mutating func hide() -> [Call] {
        guard shown != .nothing else { return [] }
        shown = .nothing
        return [.willExitFullscreen, .didBecomeInactive]
    }
}

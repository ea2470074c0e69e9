import Foundation

/// A view whose values follow keyframes. Source: Apple, KeyframeAnimator.
///
/// It is evaluated for each frame while it moves, and not at all otherwise.
public nonisolated struct KeyframeAnimator<Value, KeyframePath: Keyframes, Content: View>
where KeyframePath.Value == Value {
    let initialValue: Value
    /// What starts the keyframes; `nil` for the appearance.
    let trigger: Any?
    let repeats: Bool
    let content: (Value) -> Content
    let keyframes: (Value) -> KeyframePath

    /// Follows the keyframes whenever a value changes.
    public init(
        initialValue: Value, trigger: some Equatable, @ViewBuilder content: @escaping (Value) -> Content,
        @KeyframesBuilder<Value> keyframes: @escaping (Value) -> KeyframePath
    ) {
        (self.initialValue, self.trigger, repeats) = (initialValue, trigger, false)
        (self.content, self.keyframes) = (content, keyframes)
    }

    /// Follows the keyframes when the view comes, again and again unless `repeating` is `false`.
    public init(
        initialValue: Value, repeating: Bool = true, @ViewBuilder content: @escaping (Value) -> Content,
        @KeyframesBuilder<Value> keyframes: @escaping (Value) -> KeyframePath
    ) {
        (self.initialValue, trigger, repeats) = (initialValue, nil, repeating)
        (self.content, self.keyframes) = (content, keyframes)
    }
}

@MainActor extension KeyframeAnimator: View {
    public var body: some View {
        KeyframeBody(
            initialValue: initialValue, trigger: trigger, repeats: repeats, content: { AnyView(content($0)) },
            timeline: { first in KeyframeTimeline(initialValue: first) { keyframes(first) } })
    }
}

private struct KeyframeBody<Value>: View {
    let initialValue: Value
    let trigger: Any?
    let repeats: Bool
    let content: (Value) -> AnyView
    let timeline: (Value) -> KeyframeTimeline<Value>
    @State private var run = KeyframeRun<Value>()

    var body: some View {
        let _ = run.version.read()
        content(run.value ?? initialValue).modified(
            KeyframeEvent(run: run, trigger: trigger) { node in
                run.start(timeline(run.value ?? initialValue), repeats && trigger == nil, node)
            })
    }
}

/// Where the view is on its way.
@MainActor private final class KeyframeRun<Value> {
    let version = StateCell(0)
    private(set) var value: Value?
    private var timeline: KeyframeTimeline<Value>?
    private var start: TimeInterval = 0
    private var repeats = false

    func start(_ timeline: KeyframeTimeline<Value>, _ repeats: Bool, _ node: EventNode) {
        guard timeline.duration > 0 else { return }
        (self.timeline, self.repeats, start) = (timeline, repeats, node.graph.clock.now)
        move(node)
    }

    /// Shows what is due now, and asks for the next frame.
    func move(_ node: EventNode) {
        guard let timeline else { return }
        var time = node.graph.clock.now - start
        if time >= timeline.duration, repeats {
            start += timeline.duration * (time / timeline.duration).rounded(.down)
            time = node.graph.clock.now - start
        }
        value = timeline.value(time: time)
        if time >= timeline.duration { self.timeline = nil } else { node.graph.clock.keepTicking(node) }
        version.write(version.read() &+ 1)
    }

    /// Ends the way: at its end, or at the beginning for one that begins anew when the view is seen again.
    func stop(goesBack: Bool) {
        guard let timeline else { return }
        self.timeline = nil
        value = goesBack ? nil : timeline.value(time: timeline.duration)
        version.write(version.read() &+ 1)
    }
}

private struct KeyframeEvent<Value>: Event {
    let run: KeyframeRun<Value>
    let trigger: Any?
    let start: @MainActor (EventNode) -> Void

    func appear(_ node: EventNode) { if trigger == nil { start(node) } }

    func update(_ node: EventNode, from old: Self?) {
        guard let old, let trigger, let last = old.trigger, !sameValue(trigger, last) else { return }
        node.graph.afterUpdate { start(node) }
    }

    func frame(_ node: EventNode) { run.move(node) }
    func disappear(_ node: EventNode) { hide(node) }
    var isToldWhenHidden: Bool { true }
    func hide(_ node: EventNode) { run.stop(goesBack: trigger == nil) }
    func show(_ node: EventNode) { appear(node) }
}

extension View {
    /// Changes the view with values that follow keyframes, when it comes and again.
    public nonisolated func keyframeAnimator<Value>(
        initialValue: Value, repeating: Bool = true,
        @ViewBuilder content: @escaping @Sendable (PlaceholderContentView<Self>, Value) -> some View,
        @KeyframesBuilder<Value> keyframes: @escaping (Value) -> some Keyframes<Value>
    ) -> some View {
        KeyframeAnimator(
            initialValue: initialValue, repeating: repeating,
            content: { content(PlaceholderContentView(view: self), $0) }, keyframes: keyframes)
    }

    /// Changes the view with values that follow keyframes, whenever a value changes.
    public nonisolated func keyframeAnimator<Value>(
        initialValue: Value, trigger: some Equatable,
        @ViewBuilder content: @escaping @Sendable (PlaceholderContentView<Self>, Value) -> some View,
        @KeyframesBuilder<Value> keyframes: @escaping (Value) -> some Keyframes<Value>
    ) -> some View {
        KeyframeAnimator(
            initialValue: initialValue, trigger: trigger,
            content: { content(PlaceholderContentView(view: self), $0) }, keyframes: keyframes)
    }
}

import Foundation
import Locking
import MissingGraphics

/// An animation on a layer.
struct RunningAnimation {
    let key: String?
    let animation: CAAnimation
    /// In the layer's time.
    let begin: CFTimeInterval
    let clock: LayerClock
    let completions: [AnimationCompletion]
    var hasStarted = false
    var isOver = false

    var end: CFTimeInterval {
        begin + (animation.activeDuration - animation.timeOffset) / max(Double(animation.speed), 1e-9)
    }

    func tellEnd(finished: Bool) {
        animation.delegate?.animationDidStop(animation, finished: finished)
        for completion in completions { completion.end(finished: finished) }
    }
}

extension CALayer {
    /// Actions by key; `NSNull` for none.
    public var actions: [String: any CAAction]? {
        get { read { $0.actions } }
        set {
            // Programs share their actions at their own risk, as on Apple's systems.
            nonisolated(unsafe) let value = newValue
            state.withLock { $0.actions = value }
        }
    }

    /// Changes the value of a key, and shows it with the key's action.
    func changing(_ key: String, _ change: LayerChange, _ body: () -> Void) {
        let action = CATransaction.disableActions() ? nil : action(forKey: key)
        let shown = action == nil ? nil : shownValue(key)
        body()
        if let action = action as? CABasicAnimation, action.fromValue == nil, action.toValue == nil,
            action.byValue == nil
        {
            action.fromValue = shown
        }
        action?.run(forKey: key, object: self, arguments: nil)
        if type(of: self).needsDisplay(forKey: key) { setNeedsDisplay() }
        changed(change)
    }

    /// What shows now for a key path.
    private func shownValue(_ keyPath: String) -> AnimatedValue? { presented().animatedValue(keyPath) }

    func begin(_ anim: CAAnimation, _ key: String?) {
        let animation = anim.copied()
        if let transition = animation as? CATransition { drawer?.layer(self, begins: transition) }
        if animation.duration == 0 { animation.duration = CATransaction.animationDuration() }
        if animation.timingFunction == nil { animation.timingFunction = CATransaction.animationTimingFunction() }
        let clock = LayerClock.current
        let completions = CATransaction.completions + (animation.completion.map { [$0] } ?? [])
        for completion in completions { completion.begin() }
        let begin = animation.beginTime > 0 ? animation.beginTime : localTime(of: clock.now)
        let new = RunningAnimation(
            key: key, animation: animation, begin: begin, clock: clock, completions: completions)
        let old = state.withLock { state in
            let old = key == nil ? nil : state.animations.first { $0.key == key }
            if key != nil { state.animations.removeAll { $0.key == key } }
            state.animations.append(new)
            return old
        }
        if let old, !old.isOver { old.tellEnd(finished: false) }
        clock.began(self)
        changed(.contents)
    }

    func endAnimations(where isMeant: (RunningAnimation) -> Bool) {
        let ended = state.withLock { state in
            let ended = state.animations.filter(isMeant)
            state.animations.removeAll(where: isMeant)
            return ended
        }
        guard !ended.isEmpty else { return }
        for animation in ended where !animation.isOver { animation.tellEnd(finished: false) }
        changed(.contents)
    }

    public func animationKeys() -> [String]? {
        let keys = state.withLock { $0.animations.compactMap(\.key) }
        return keys.isEmpty ? nil : keys
    }

    public func animation(forKey key: String) -> CAAnimation? {
        state.withLock { $0.animations.first { $0.key == key }?.animation }
    }

    package var hasAnimations: Bool { state.withLock { $0.animations.contains { !$0.isOver } } }

    /// When to look for the next end of an animation, in the clock's time; infinite if the layer's time stands.
    func nextAnimationEnd(after now: CFTimeInterval) -> CFTimeInterval? {
        guard let end = state.withLock({ $0.animations.filter { !$0.isOver }.map(\.end).min() }) else { return nil }
        if isTimeStanding(at: now) { return .infinity }
        // The end comes in one of the repetitions, or in none. Nothing of it is seen, so a tenth of a second is soon enough.
        return isTimeReturning(at: now) ? now + 0.1 : clockTime(of: end)
    }

    /// Tells of animations that have started or ended.
    ///
    /// - Parameter moment: of the clock.
    /// - Returns: whether some still run, or the layer changes by itself.
    func advanceAnimations(to moment: CFTimeInterval) -> Bool {
        let now = localTime(of: moment)
        let (isReturning, goesOn) = (isTimeReturning(at: moment), changesByItself(after: moment))
        // Copies go on for a while.
        let delay = longestDelay
        let (started, ended, hasMore) = state.withLock { state in
            var (started, ended) = ([RunningAnimation](), [RunningAnimation]())
            for index in state.animations.indices {
                if !state.animations[index].hasStarted, state.animations[index].begin <= now {
                    state.animations[index].hasStarted = true
                    started.append(state.animations[index])
                }
                if !state.animations[index].isOver, state.animations[index].end <= now {
                    state.animations[index].isOver = true
                    ended.append(state.animations[index])
                }
            }
            state.animations.removeAll { $0.isOver && $0.animation.isRemovedOnCompletion }
            return (started, ended, state.animations.contains { isReturning || !$0.isOver || now < $0.end + delay })
        }
        changed(.contents)
        for animation in started { animation.animation.delegate?.animationDidStart(animation.animation) }
        for animation in ended { animation.tellEnd(finished: true) }
        return hasMore || goesOn
    }

    /// The layer as it is drawn now: itself without animations, otherwise a copy with their values; hidden when it is not
    /// its time. The current clock follows a layer that changes by itself from now on.
    ///
    /// - Parameter delays: of the copies that it is drawn in.
    package func presented(_ delays: InstanceDelays = [:]) -> CALayer {
        guard mayChangeByItself else { return animated(delays) }
        let clock = LayerClock.current
        let now = clock.now
        if changesByItself(after: now) { clock.follow(self) }
        let shown = animated(delays)
        return isInTime(at: now, delays) ? shown : shown.hidden(as: self)
    }

    /// The layer with the values of its animations.
    private func animated(_ delays: InstanceDelays = [:]) -> CALayer {
        let animations = state.withLock { $0.animations }
        guard !animations.isEmpty else { return self }
        let copy = blank()
        copy.take(from: self)
        for animation in animations {
            animation.animation.apply(to: copy, at: localTime(of: animation.clock.now, delays) - animation.begin)
        }
        return copy
    }

    /// A copy that is not drawn.
    ///
    /// - Parameter layer: which this one is, or is a copy of.
    func hidden(as layer: CALayer) -> CALayer {
        var copy: CALayer = self
        if copy === layer {
            copy = blank()
            copy.take(from: self)
        }
        copy.state.withLock { $0.values.isHidden = true }
        return copy
    }

    /// A copy with the values that show now, made by `init(layer:)`, where a subclass copies its own properties.
    public func presentation() -> Self? {
        let copy = type(of: self).makeCopy(of: self)
        copy.take(from: animated())
        return unsafeDowncast(copy, to: Self.self)
    }

    /// The layer itself.
    public func model() -> Self { self }

    // MARK: Values by name

    /// The value of an animatable key path such as `transform.rotation`, or one that the program has set.
    public func value(forKeyPath keyPath: String) -> Any? {
        if let value = animatedValue(keyPath) { return value.value }
        return read { $0.extraValues[keyPath] }
    }

    public func value(forKey key: String) -> Any? { value(forKeyPath: key) }

    /// Sets the value of an animatable key path, with its action, or keeps one for the program.
    public func setValue(_ value: Any?, forKeyPath keyPath: String) {
        if animatedValue(keyPath) != nil, let value = AnimatedValue(value) {
            let key = keyPath.prefix { $0 != "." }
            return changing(String(key), .geometry) { setAnimatedValue(value, keyPath) }
        }
        // Programs share their own values at their own risk, as on Apple's systems.
        nonisolated(unsafe) let value = value
        state.withLock { $0.extraValues[keyPath] = value }
    }

    public func setValue(_ value: Any?, forKey key: String) { setValue(value, forKeyPath: key) }
}

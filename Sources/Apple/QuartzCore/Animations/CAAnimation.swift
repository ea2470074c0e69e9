import Foundation
import MissingGraphics

/// Something that happens when a layer changes. Source: Apple, CAAction.
public protocol CAAction {
    func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?)
}

/// No action.
extension NSNull: CAAction {
    /// Source: Apple, CAAction.
    public func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {}
}

/// Source: Apple, CAAnimationDelegate.
public protocol CAAnimationDelegate: AnyObject {
    func animationDidStart(_ anim: CAAnimation)
    /// `flag` says whether it reached its end.
    func animationDidStop(_ anim: CAAnimation, finished flag: Bool)
}

extension CAAnimationDelegate {
    public func animationDidStart(_ anim: CAAnimation) {}
    public func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {}
}

/// A change over time. Source: Apple, CAAnimation.
///
/// A layer takes a copy, which no longer changes.
open class CAAnimation: NSObject, CAMediaTiming, CAAction, @unchecked Sendable {
    open var beginTime: CFTimeInterval = 0
    /// 0 for the transaction's, which is a quarter of a second by default.
    open var duration: CFTimeInterval = 0
    open var speed: Float = 1
    open var timeOffset: CFTimeInterval = 0
    open var repeatCount: Float = 0
    open var repeatDuration: CFTimeInterval = 0
    open var autoreverses = false
    open var fillMode = CAMediaTimingFillMode.removed
    open var isRemovedOnCompletion = true
    /// `nil` for a constant speed.
    open var timingFunction: CAMediaTimingFunction?
    /// Kept until the animation ends.
    open var delegate: (any CAAnimationDelegate)?
    /// Told when it ends.
    package final var completion: AnimationCompletion?
    private var values: [String: Any] = [:]

    public override init() {}

    /// Linux: always `nil`, as there are no archives of animations.
    public required init?(coder: NSCoder) { nil }

    /// Makes an animation for ``makeAnimation()``: calls the initializer of the class that is asked.
    @_silgen_name("QuartzCore_makeAnimation")
    package convenience init(ofItsClass: Void) { self.init() }

    /// An animation of the class that is asked, made by its `init()`, which is not `required`: see `CALayer`.
    @_silgen_name("QuartzCore_makeAnimation")
    final class func makeAnimation() -> CAAnimation

    open func copy(with zone: NSZone? = nil) -> Any { copied() }

    open override func copy() -> Any { copied() }

    final func copied() -> CAAnimation {
        let copy = type(of: self).makeAnimation()
        copy.take(from: self)
        return copy
    }

    func take(from other: CAAnimation) {
        (beginTime, duration, speed, timeOffset) = (other.beginTime, other.duration, other.speed, other.timeOffset)
        (repeatCount, repeatDuration, autoreverses) = (other.repeatCount, other.repeatDuration, other.autoreverses)
        (fillMode, isRemovedOnCompletion) = (other.fillMode, other.isRemovedOnCompletion)
        (timingFunction, delegate, completion) = (other.timingFunction, other.delegate, other.completion)
        values = other.values
    }

    /// Keeps a value of the program's.
    open func setValue(_ value: Any?, forKey key: String) { values[key] = value }

    open func value(forKey key: String) -> Any? { values[key] }

    /// Adds itself to the layer that changes.
    open func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
        (anObject as? CALayer)?.add(self, forKey: event)
    }

    /// Where it is at a time since its begin; `nil` if it shows nothing then.
    final func progress(at time: CFTimeInterval) -> Double? {
        guard let position = position(at: time) else { return nil }
        return curve(duration > 0 ? position / duration : 1)
    }

    /// How far it is in one repetition, in its own seconds.
    final func position(at time: CFTimeInterval) -> CFTimeInterval? {
        let local = time * Double(speed) + timeOffset
        if local < 0 { return fillMode == .backwards || fillMode == .both ? 0 : nil }
        let isOver = local >= activeDuration
        if isOver, isRemovedOnCompletion || (fillMode != .forwards && fillMode != .both) { return nil }
        return timeInRepetition(at: local)
    }

    func curve(_ part: Double) -> Double { timingFunction?.progress(at: part) ?? max(0, min(1, part)) }

    /// Changes what a layer shows.
    func apply(to layer: CALayer, at time: CFTimeInterval) {}
}

/// A change of one property. Source: Apple, CAPropertyAnimation.
open class CAPropertyAnimation: CAAnimation, @unchecked Sendable {
    open var keyPath: String?
    /// Whether the values are added to the layer's own one.
    open var isAdditive = false
    /// Whether each repetition begins where the one before ended.
    open var isCumulative = false

    public convenience init(keyPath path: String?) {
        self.init()
        keyPath = path
    }

    override func take(from other: CAAnimation) {
        super.take(from: other)
        guard let other = other as? CAPropertyAnimation else { return }
        (keyPath, isAdditive, isCumulative) = (other.keyPath, other.isAdditive, other.isCumulative)
    }

    /// - Parameter base: the layer's own value.
    func value(_ progress: Double, base: AnimatedValue) -> AnimatedValue? { nil }

    override func apply(to layer: CALayer, at time: CFTimeInterval) {
        guard let keyPath, let progress = progress(at: time), let base = layer.animatedValue(keyPath),
            var value = value(progress, base: base)
        else { return }
        if isCumulative, duration > 0, let end = self.value(1, base: base) {
            let rounds = (time * Double(speed) / duration).rounded(.down)
            if rounds > 0 { value = value.adding(end.scaled(by: rounds)) }
        }
        layer.setAnimatedValue(isAdditive ? base.adding(value) : value, keyPath)
    }
}

/// From one value to another. Source: Apple, CABasicAnimation.
open class CABasicAnimation: CAPropertyAnimation, @unchecked Sendable {
    open var fromValue: Any?
    open var toValue: Any?
    open var byValue: Any?

    override func take(from other: CAAnimation) {
        super.take(from: other)
        guard let other = other as? CABasicAnimation else { return }
        (fromValue, toValue, byValue) = (other.fromValue, other.toValue, other.byValue)
    }

    override func value(_ progress: Double, base: AnimatedValue) -> AnimatedValue? {
        let (from, to, by) = (AnimatedValue(fromValue), AnimatedValue(toValue), AnimatedValue(byValue))
        let ends: (AnimatedValue, AnimatedValue) =
            switch (from, to, by) {
            case (let from?, let to?, _): (from, to)
            case (let from?, nil, let by?): (from, from.adding(by))
            case (nil, let to?, let by?): (to.adding(by.scaled(by: -1)), to)
            case (let from?, nil, nil): (from, base)
            case (nil, let to?, nil): (base, to)
            case (nil, nil, let by?): (base, base.adding(by))
            case (nil, nil, nil): (base, base)
            }
        return ends.0.mixed(with: ends.1, progress)
    }
}

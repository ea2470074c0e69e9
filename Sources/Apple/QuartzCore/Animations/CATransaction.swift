import Foundation
import Locking

/// Counts the animations of one call, and tells when the last one has ended.
package final class AnimationCompletion: Sendable {
    private struct State {
        var running = 0
        var isSealed = false
        var isFinished = true
        var block: (@Sendable (Bool) -> Void)?
    }

    private let state: Mutex<State>

    /// - Parameter block: called once, with whether all reached their end.
    package init(_ block: @escaping @Sendable (Bool) -> Void) { state = Mutex(State(block: block)) }

    package func begin() { state.withLock { $0.running += 1 } }

    package func end(finished: Bool) {
        state.withLock {
            $0.running -= 1
            if !finished { $0.isFinished = false }
        }
        tellIfOver()
    }

    /// No more animations begin. Without any, it is over now.
    package func seal() {
        state.withLock { $0.isSealed = true }
        tellIfOver()
    }

    private func tellIfOver() {
        let (block, isFinished) = state.withLock { state -> ((@Sendable (Bool) -> Void)?, Bool) in
            guard state.isSealed, state.running == 0 else { return (nil, false) }
            defer { state.block = nil }
            return (state.block, state.isFinished)
        }
        block?(isFinished)
    }
}

// The names of a transaction's settings. Source: Apple, CATransaction.h.

public let kCATransactionAnimationDuration = "animationDuration"
public let kCATransactionDisableActions = "disableActions"
public let kCATransactionAnimationTimingFunction = "animationTimingFunction"
public let kCATransactionCompletionBlock = "completionBlock"

/// What changes of layers have in common. Source: Apple, CATransaction.
///
/// Linux: changes are seen at once, and drawn with the next frame; transactions only say how they are animated.
open class CATransaction: NSObject {
    final class Settings {
        var duration: CFTimeInterval?
        var disablesActions: Bool?
        var timingFunction: CAMediaTimingFunction?
        var completionBlock: (() -> Void)?
        /// Made with the first block or animation.
        var completion: AnimationCompletion?
    }

    /// The transactions of this thread, the innermost last.
    private static var stack: [Settings] {
        get { Thread.current.threadDictionary["CATransaction"] as? [Settings] ?? [] }
        set { Thread.current.threadDictionary["CATransaction"] = newValue }
    }

    open class func begin() { stack.append(Settings()) }

    open class func commit() { stack.popLast()?.completion?.seal() }

    private static func current() -> Settings? { stack.last }

    /// Of the innermost transaction that says so; a quarter of a second by default.
    open class func animationDuration() -> CFTimeInterval { stack.last { $0.duration != nil }?.duration ?? 0.25 }

    /// Linux: without ``begin()``, there is no transaction to which it could apply.
    open class func setAnimationDuration(_ dur: CFTimeInterval) { current()?.duration = dur }

    open class func animationTimingFunction() -> CAMediaTimingFunction? {
        stack.last { $0.timingFunction != nil }?.timingFunction
    }

    open class func setAnimationTimingFunction(_ function: CAMediaTimingFunction?) {
        current()?.timingFunction = function
    }

    /// Whether changes show at once.
    open class func disableActions() -> Bool { stack.last { $0.disablesActions != nil }?.disablesActions ?? false }

    open class func setDisableActions(_ flag: Bool) { current()?.disablesActions = flag }

    /// Linux: without effect; the next frame is drawn when the screen wants it.
    open class func flush() {}

    /// A setting by its name, a `kCATransaction…`. Source: Apple, CATransaction.setValue(_:forKey:).
    open class func setValue(_ anObject: Any?, forKey key: String) {
        switch key {
        case kCATransactionAnimationDuration:
            if let seconds = anObject as? Double ?? (anObject as? NSNumber)?.doubleValue {
                setAnimationDuration(seconds)
            }
        case kCATransactionDisableActions:
            setDisableActions(anObject as? Bool ?? (anObject as? NSNumber)?.boolValue ?? false)
        case kCATransactionAnimationTimingFunction: setAnimationTimingFunction(anObject as? CAMediaTimingFunction)
        case kCATransactionCompletionBlock: setCompletionBlock(anObject as? () -> Void)
        default: break
        }
    }

    /// A setting by its name; `nil` for another name.
    open class func value(forKey key: String) -> Any? {
        switch key {
        case kCATransactionAnimationDuration: animationDuration()
        case kCATransactionDisableActions: disableActions()
        case kCATransactionAnimationTimingFunction: animationTimingFunction()
        case kCATransactionCompletionBlock: completionBlock()
        default: nil
        }
    }

    open class func completionBlock() -> (() -> Void)? { current()?.completionBlock }

    /// Called on the main thread when all animations that begin in this transaction from now on have ended.
    open class func setCompletionBlock(_ block: (() -> Void)?) {
        guard let settings = current() else { return }
        settings.completion?.seal()
        settings.completionBlock = block
        settings.completion = block.map { block in
            // It is called once, by the thread that draws, or by this one.
            nonisolated(unsafe) let block = block
            return AnimationCompletion { _ in block() }
        }
    }

    /// Those that wait for an animation which begins now.
    static var completions: [AnimationCompletion] { stack.compactMap(\.completion) }
}

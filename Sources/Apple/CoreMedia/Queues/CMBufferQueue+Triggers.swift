import Foundation
import Locking

/// Identifies a trigger of a queue. Source: Apple, CMBufferQueueTriggerToken.
public typealias CMBufferQueueTriggerToken = OpaquePointer
/// Called with the trigger whose condition has become true. Source: Apple, CMBufferQueueTriggerHandler.
public typealias CMBufferQueueTriggerHandler = (CMBufferQueueTriggerToken) -> Void

extension CMBufferQueue {
    public typealias TriggerToken = CMBufferQueueTriggerToken

    /// When a trigger is called. Source: Apple, CMBufferQueue.TriggerCondition.
    public enum TriggerCondition: Sendable {
        case whenDurationBecomesLessThan(CMTime)
        case whenDurationBecomesLessThanOrEqualTo(CMTime)
        case whenDurationBecomesGreaterThan(CMTime)
        case whenDurationBecomesGreaterThanOrEqualTo(CMTime)
        case whenMinPresentationTimeStampChanges
        case whenMaxPresentationTimeStampChanges
        /// The next buffer's data have become ready. Linux: noticed at the next call of the queue.
        case whenDataBecomesReady
        case whenEndOfDataReached
        case whenReset
        case whenBufferCountBecomesLessThan(CMItemCount)
        case whenBufferCountBecomesGreaterThan(CMItemCount)

        /// Conditions that are true of a state; a change or a reset is only true of a moment.
        func isTrue(of facts: Facts) -> Bool {
            switch self {
            case .whenDurationBecomesLessThan(let time): facts.duration < time
            case .whenDurationBecomesLessThanOrEqualTo(let time): facts.duration <= time
            case .whenDurationBecomesGreaterThan(let time): facts.duration > time
            case .whenDurationBecomesGreaterThanOrEqualTo(let time): facts.duration >= time
            case .whenDataBecomesReady: facts.isReady
            case .whenEndOfDataReached: facts.isAtEnd
            case .whenBufferCountBecomesLessThan(let count): facts.count < count
            case .whenBufferCountBecomesGreaterThan(let count): facts.count > count
            case .whenMinPresentationTimeStampChanges, .whenMaxPresentationTimeStampChanges, .whenReset: false
            }
        }

        fileprivate var time: CMTime? {
            switch self {
            case .whenDurationBecomesLessThan(let time), .whenDurationBecomesLessThanOrEqualTo(let time),
                .whenDurationBecomesGreaterThan(let time), .whenDurationBecomesGreaterThanOrEqualTo(let time):
                time
            default: nil
            }
        }
    }

    /// Calls `body` whenever the condition becomes true, on the thread that made it true, after its call of the queue. `body`
    /// may look at the queue, but not change it.
    ///
    /// - Returns: identifies the trigger until it is removed.
    /// - Throws: ``Error/badTriggerDuration`` for a duration that is no number.
    @discardableResult
    public func installTrigger(
        condition: TriggerCondition, _ body: CMBufferQueueTriggerHandler? = nil
    ) throws -> TriggerToken {
        if let time = condition.time, !time.isNumeric { throw Error.badTriggerDuration }
        nonisolated(unsafe) let body = body  // Called by the threads that change the queue, as documented.
        return state.withLock { state in
            Token(pointer: state.triggers.add(condition, body, Facts(state, handlers)))
        }.pointer
    }

    /// - Throws: ``Error/invalidTriggerToken``.
    public func removeTrigger(_ triggerToken: TriggerToken) throws {
        let token = Token(pointer: triggerToken)
        guard state.withLock({ $0.triggers.remove(token.pointer) }) else { throw Error.invalidTriggerToken }
    }

    /// Whether the trigger's condition is true now.
    public func testTrigger(_ triggerToken: TriggerToken) -> Bool {
        let token = Token(pointer: triggerToken)
        return state.withLock { state in
            state.triggers.condition(token.pointer)?.isTrue(of: Facts(state, handlers)) ?? false
        }
    }

    private struct Token: @unchecked Sendable {  // A number that looks like an address.
        var pointer: TriggerToken
    }

    /// What conditions are about.
    struct Facts {
        var duration: CMTime
        var count: Int
        var isAtEnd: Bool
        var isReady: Bool
        var times: (first: CMTime, last: CMTime)

        init(_ state: State, _ handlers: Handlers) {
            duration = state.duration
            count = state.items.count
            isAtEnd = state.hasEndOfData && count == 0
            isReady = state.items.first.map { handlers.isReady($0.buffer) } ?? false
            let all = handlers.getPresentationTimeStamp.map { time in state.items.map { time($0.buffer) } } ?? []
            times = (all.min() ?? .invalid, all.max() ?? .invalid)
        }
    }

    struct Triggers {
        struct Calls: @unchecked Sendable {  // Called by the thread that changed the queue.
            var list: [() -> Void] = []
        }

        private struct Trigger {
            var number: Int
            var condition: TriggerCondition
            var body: CMBufferQueueTriggerHandler?
            var wasTrue: Bool
        }

        var wasReset = false
        private var list: [TriggerToken: Trigger] = [:]
        private var lastNumber = 0
        private var times: (first: CMTime, last: CMTime) = (.invalid, .invalid)
        private var callers: [pthread_t] = []

        var isEmpty: Bool { list.isEmpty }

        func condition(_ token: TriggerToken) -> TriggerCondition? { list[token]?.condition }

        mutating func add(
            _ condition: TriggerCondition, _ body: CMBufferQueueTriggerHandler?, _ facts: Facts
        ) -> TriggerToken {
            if list.isEmpty { (times, wasReset) = (facts.times, false) }
            lastNumber += 1
            guard let token = TriggerToken(bitPattern: lastNumber) else { preconditionFailure("0 is no token") }
            list[token] = Trigger(
                number: lastNumber, condition: condition, body: body, wasTrue: condition.isTrue(of: facts))
            return token
        }

        mutating func remove(_ token: TriggerToken) -> Bool { list.removeValue(forKey: token) != nil }

        func isCalling(on thread: pthread_t) -> Bool { callers.contains { pthread_equal($0, thread) != 0 } }

        mutating func endCalls(on thread: pthread_t) { callers.removeAll { pthread_equal($0, thread) != 0 } }

        /// - Returns: the calls that are due.
        mutating func update(_ facts: Facts, on thread: pthread_t) -> Calls {
            var calls = Calls()
            defer {
                wasReset = false
                times = facts.times
                if !calls.list.isEmpty { callers.append(thread) }
            }
            for (token, trigger) in list.sorted(by: { $0.value.number < $1.value.number }) {
                let isTrue = trigger.condition.isTrue(of: facts)
                list[token]?.wasTrue = isTrue
                let isDue =
                    switch trigger.condition {
                    case .whenReset: wasReset
                    case .whenMinPresentationTimeStampChanges: facts.times.first != times.first
                    case .whenMaxPresentationTimeStampChanges: facts.times.last != times.last
                    default: isTrue && !trigger.wasTrue
                    }
                if isDue, let body = trigger.body { calls.list.append { body(token) } }
            }
            return calls
        }
    }
}

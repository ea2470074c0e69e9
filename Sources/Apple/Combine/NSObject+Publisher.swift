import Foundation
import Locking
import MissingFoundation
import OpenCombine

extension NSObject {
    /// The values of an observable property. Source: Apple, NSObject.KeyValueObservingPublisher.
    ///
    /// A subscriber whose demand was used up gets the newest value when it asks for more.
    public struct KeyValueObservingPublisher<Subject: NSObject, Value>: Publisher {
        public typealias Output = Value
        public typealias Failure = Never

        /// The object with the property.
        public let object: Subject
        public let keyPath: KeyPath<Subject, Value>
        /// `.initial` also delivers the current value; `.new` is always implied.
        public let options: NSKeyValueObservingOptions

        public init(object: Subject, keyPath: KeyPath<Subject, Value>, options: NSKeyValueObservingOptions) {
            self.object = object
            self.keyPath = keyPath
            self.options = options
        }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Never {
            let subscription = PropertySubscription<Value>(AnySubscriber(subscriber))
            subscription.keep(
                object.observe(keyPath, options: options.union(.new)) { _, change in
                    if let value = change.newValue { subscription.receive(value) }
                })
            subscriber.receive(subscription: subscription)
        }
    }
}

/// Passes on the values of one property while there is demand.
private final class PropertySubscription<Value>: Subscription, @unchecked Sendable {  // the state is in a Mutex
    /// A value on its way to the subscriber.
    private struct Delivery: @unchecked Sendable {  // Combine's values go to any thread, as Apple's do
        let subscriber: AnySubscriber<Value, Never>
        let value: Value
    }

    private struct State: @unchecked Sendable {  // reached only with the mutex held
        var subscriber: AnySubscriber<Value, Never>?
        var observation: NSKeyValueObservation?
        var demand = Subscribers.Demand.none
        var newest: Value?

        /// The value to deliver now.
        mutating func take() -> Delivery? {
            guard demand > .none, let subscriber, let value = newest else { return nil }
            demand -= 1
            newest = nil
            return Delivery(subscriber: subscriber, value: value)
        }
    }
    private let state: Mutex<State>

    init(_ subscriber: AnySubscriber<Value, Never>) {
        state = Mutex(State(subscriber: subscriber))
    }

    func keep(_ observation: NSKeyValueObservation) {
        state.withLock { $0.observation = observation }
    }

    func receive(_ value: Value) {
        passOn { $0.newest = value }
    }

    func request(_ demand: Subscribers.Demand) {
        passOn { $0.demand += demand }
    }

    private func passOn(after change: (inout State) -> Void) {
        let delivery = state.withLock { state in
            change(&state)
            return state.take()
        }
        guard let delivery else { return }
        let more = delivery.subscriber.receive(delivery.value)
        if more > .none { request(more) }
    }

    func cancel() {
        let old = state.withLock { state in
            defer { state = State() }
            return state.observation
        }
        old?.invalidate()
    }
}

extension _KeyValueCodingAndObserving where Self: NSObject {
    /// Publishes the property's current value (with `.initial`) and every change, on the thread that makes it.
    ///
    /// Source: Apple, NSObject.publisher(for:options:).
    public func publisher<Value>(
        for keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [.initial, .new]
    ) -> NSObject.KeyValueObservingPublisher<Self, Value> {
        NSObject.KeyValueObservingPublisher(object: self, keyPath: keyPath, options: options)
    }
}

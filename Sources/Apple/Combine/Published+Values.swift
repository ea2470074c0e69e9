import OpenCombine

extension Published.Publisher {
    /// The property's values as an asynchronous sequence: the current one, then the newest whenever it has changed.
    /// Values that arrive faster than they are consumed are skipped.
    ///
    /// OpenCombine's own sequence can miss the last change, if it is made on another thread at the moment when the next
    /// value is requested. Source: Apple, Publisher.values.
    public var values: AsyncStream<Value> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            // The code that changes the property gives up the value, as with all of Combine's subscribers.
            nonisolated(unsafe) let subscription = sink { value in
                nonisolated(unsafe) let value = value
                continuation.yield(value)
            }
            continuation.onTermination = { _ in subscription.cancel() }
        }
    }
}

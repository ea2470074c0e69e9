import OpenCombine

extension Published.Publisher {
    /// The property's values as an asynchronous sequence: the one that it has, then the newest whenever it has changed. Those
    /// in between are left out when they come faster than they are taken.
    ///
    /// OpenCombine's own sequence can miss the last change: one that is made on another thread in the moment in which the
    /// next value is asked for. Source: Apple, Publisher.values.
    public var values: AsyncStream<Value> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            // Whoever changes the property hands its value over, as Combine's subscribers always get theirs.
            nonisolated(unsafe) let subscription = sink { value in
                nonisolated(unsafe) let value = value
                continuation.yield(value)
            }
            continuation.onTermination = { _ in subscription.cancel() }
        }
    }
}

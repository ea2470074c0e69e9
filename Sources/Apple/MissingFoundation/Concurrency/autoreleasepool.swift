/// Runs `body`.
///
/// Linux: objects are freed with their last reference; nothing waits for a pool.
///
/// Source: Apple, autoreleasepool(invoking:).
public func autoreleasepool<Result, Failure: Error>(
    invoking body: () throws(Failure) -> Result
) throws(Failure) -> Result {
    try body()
}

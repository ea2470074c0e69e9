/// Runs `body`. Source: Apple, autoreleasepool(invoking:).
///
/// Linux: objects are freed with their last reference; nothing waits for a pool.
public func autoreleasepool<Result, Failure: Error>(
    invoking body: () throws(Failure) -> Result
) throws(Failure) -> Result {
    try body()
}

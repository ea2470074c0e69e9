import Testing

/// Waits for something that happens soon unless the program is broken.
@MainActor func waitUntil(
    _ condition: @MainActor () -> Bool, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while !condition() {
        try #require(ContinuousClock.now < deadline, sourceLocation: sourceLocation)
        try await Task.sleep(for: .milliseconds(5))
    }
}

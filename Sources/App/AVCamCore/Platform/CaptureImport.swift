/// Brings to the library what was captured elsewhere for it: on the lock screen.
package protocol CaptureImport: Sendable {
    /// Takes over what waits now, and then what comes, until the task is cancelled.
    ///
    /// - Parameter onProblem: gets what could not be saved; it waits for the next time.
    func follow(onProblem: @Sendable (any Error) async -> Void) async
}

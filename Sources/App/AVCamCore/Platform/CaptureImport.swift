/// Imports into the library what was captured for it elsewhere: on the lock screen.
package protocol CaptureImport: Sendable {
    /// Imports pending captures, and then new ones, until the task is cancelled.
    ///
    /// - Parameter onProblem: gets the error of a capture that could not be saved. The capture stays pending for the
    ///   next time.
    func follow(onProblem: @Sendable (any Error) async -> Void) async
}

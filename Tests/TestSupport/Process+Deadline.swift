import Foundation

extension Process {
    /// Starts the program, and kills it if it has not ended in time, so that every wait for its end is over some day.
    ///
    /// A program that was killed has the termination reason `uncaughtSignal` and the status 9.
    ///
    /// - Parameter seconds: much longer than a program takes that is not broken.
    package func run(withinSeconds seconds: Int) throws {
        try run()
        let process = processIdentifier
        // Its own queue: the shared ones may be full of tests that wait.
        DispatchQueue(label: "Deadline").asyncAfter(deadline: .now() + .seconds(seconds)) { [weak self] in
            if self?.isRunning == true { kill(process, SIGKILL) }
        }
    }
}

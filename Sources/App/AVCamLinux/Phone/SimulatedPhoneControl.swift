import SimulatedPhone

/// Lets a script outside the program turn the simulated phone, press its buttons and unplug its devices, for tests and
/// screenshots.
package enum SimulatedPhoneControl {
    /// Whether `AVCAM_SIMULATED_CONTROL` is set.
    package static var isOffered: Bool { Phone.isOpenToOtherPrograms }

    /// Performs a command on the phone, as `avcam phone` does.
    ///
    /// - Throws: an error with a sentence that lists the commands if there is no such command.
    @concurrent package static func perform(_ command: String) async throws {
        try Phone.ofThisProcess.perform(command)
    }
}

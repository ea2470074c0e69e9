import SimulatedPhone

/// Lets a script outside of the program turn, press and unplug the simulated phone, for tests and screenshots.
package enum SimulatedPhoneControl {
    /// Whether `AVCAM_SIMULATED_CONTROL` is set.
    package static var isOffered: Bool { Phone.isOpenToOtherPrograms }

    /// Does to the phone what a command says, as `avcam phone` does.
    ///
    /// - Throws: an error with a sentence that lists what there is when there is no such command.
    @concurrent package static func perform(_ command: String) async throws {
        try Phone.ofThisProcess.perform(command)
    }
}

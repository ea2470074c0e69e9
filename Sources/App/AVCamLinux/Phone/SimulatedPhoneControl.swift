import AVCamCore
import AVFoundation
import SimulatedDevices

/// Lets a script outside of the program turn, press and unplug the simulated phone, for tests and screenshots.
package enum SimulatedPhoneControl {
    /// Set to anything but nothing, a program offers it.
    private static let environmentKey = "AVCAM_SIMULATED_CONTROL"

    package static var isOffered: Bool {
        ProcessInfo.processInfo.environment[environmentKey].map { !$0.isEmpty } ?? false
    }

    /// Does to the phone what a command says; `SimulatedPhone.perform(_:)` lists them.
    ///
    /// - Throws: an error with a sentence when there is no such command.
    @concurrent package static func perform(_ command: String) async throws {
        try SimulatedPhone.shared.perform(command)
    }
}

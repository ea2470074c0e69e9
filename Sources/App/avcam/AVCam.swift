import ArgumentParser
import AVCamCore
import Foundation

/// The camera on the command line.
struct AVCam: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "avcam",
        abstract: "Takes photos and records movies.",
        discussion: """
            Devices are named like v4l2:/dev/video0, alsa:hw:0,0, simulated:back or file:clip.mov; \
            "avcam devices" lists those that are there. Without -o, photos and movies go into the photo library: \
            AVCam in the Pictures folder, or the folder that AVCAM_LIBRARY names.

            Exit status: 0 done; 64 wrong use; 66 no such camera, microphone, file or program, or one that cannot be \
            read; 69 the device is busy, gone or broken; 70 a fault of the program; 73 the output cannot be created; \
            74 reading or writing failed, such as a full disk; 77 a permission is missing; 130 ended by Ctrl-C before \
            the file was complete.
            """,
        version: Version.current,
        subcommands: [
            Photo.self, Record.self, Devices.self, Library.self, PhoneCommand.self, Doctor.self, Try.self,
        ])
}

@main
enum Main {
    static func main() async {
        let command: any ParsableCommand
        do {
            command = try AVCam.parseAsRoot()
        } catch {
            leave(afterParsing: error)
        }
        do {
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                var command = command
                try command.run()
            }
        } catch {
            leave(after: error)
        }
        // Other threads may still be closing devices; nothing that they do has to be waited for.
        exit(0)
    }

    /// Help goes to standard output; a mistake is one sentence on standard error.
    private static func leave(afterParsing error: any Error) -> Never {
        guard AVCam.exitCode(for: error) != .success else { AVCam.exit(withError: error) }
        Console.error(Sentence.aboutUse(AVCam.message(for: error)))
        exit(ExitStatus.usage.rawValue)
    }

    private static func leave(after error: any Error) -> Never {
        // `avcam` and `avcam library` alone ask for the help.
        if AVCam.exitCode(for: error) == .success { AVCam.exit(withError: error) }
        // What there is to say has been said.
        if let code = error as? ExitCode { exit(code.rawValue) }
        Console.error(Sentence.about(error))
        exit(ExitStatus(error).rawValue)
    }
}

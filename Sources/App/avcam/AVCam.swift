import ArgumentParser
import AVCamCore
import CLinux
import Foundation
import Photos

/// The camera on the command line.
struct AVCam: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "avcam",
        abstract: "Takes photos and records movies.",
        discussion: """
            Devices are named like v4l2:/dev/video0, alsa:hw:0,0, simulated:back or file:clip.mov; \
            "avcam devices" lists the available ones. Without -o, photos and movies go into the photo library: \
            AVCam in the Pictures folder, or the folder that AVCAM_LIBRARY names.

            Exit status: 0 done; 64 wrong use; 66 no such camera, microphone, file or program, or one that cannot be \
            read; 69 the device is busy, gone or broken; 70 a fault of the program; 71 the system gives too few threads, \
            files or memory; 73 the output cannot be created; 74 reading or writing failed, such as a full disk; \
            77 a permission is missing; 130 ended by Ctrl-C before the file was complete.
            """,
        version: Version.current,
        subcommands: [
            Photo.self, Record.self, Devices.self, Controls.self, Library.self, PhoneCommand.self, Doctor.self,
            Try.self,
        ])
}

@main
enum Main {
    static func main() {
        Console.occupyStandardDescriptors()
        StopSignals.letQuitEndAtOnce()
        // In a terminal of no columns, help would be without its descriptions.
        if let columns = getenv("COLUMNS"), atoi(columns) < 1 { unsetenv("COLUMNS") }
        let command: any ParsableCommand
        do {
            let words = try arguments()
            if words == ["--version"] {
                Console.print(Version.current)
                exit(0)
            }
            try HelpRequest.check(words)
            command = try parsed(words)
            guard let limits = limits(of: command) else { runAndExit(command) }
            try limits.check()
            try WatchThread.shared.start()
        } catch let failure as Failure {
            leave(after: failure)
        } catch {
            leave(afterParsing: error)
        }
        // Passed to the task, and no longer used here.
        nonisolated(unsafe) let handed = command
        // Tasks start only after the limits have been checked, because Dispatch stops the program when it cannot get a
        // thread.
        Task.detached { await run(handed) }
        dispatchMain()
    }

    /// Parses only the subcommand that is named: to prepare the options of all takes longer than many a command.
    ///
    /// The whole parser handles help and errors, because its messages name the whole command. Each subcommand has a
    /// `_superCommandName`: otherwise ArgumentParser would parse the arguments twice more to find out whether they
    /// request a completion script, which takes a third of the time of `avcam devices`. The whole parser answers that
    /// request, too.
    private static func parsed(_ words: [String]) throws -> any ParsableCommand {
        let subcommands = AVCam.configuration.subcommands
        if let named = subcommands.first(where: { $0.configuration.commandName == words.first }),
            let command = try? named.parseAsRoot(Array(words.dropFirst())),
            ([named] + named.configuration.subcommands).contains(where: { $0 == type(of: command) })
        {
            return command
        }
        return try AVCam.parseAsRoot(words)
    }

    /// Runs a command that only prints, on this thread: it needs nothing but standard output.
    private static func runAndExit(_ command: any ParsableCommand) -> Never {
        var command = command
        do {
            try command.run()
        } catch {
            leave(after: error)
        }
        exit(0)
    }

    private static func run(_ command: any ParsableCommand) async {
        do {
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                var command = command
                try command.run()
            }
            if WatchThread.shared.isOutOfTime { throw Limits.noFurtherTime() }
        } catch {
            leave(after: error)
        }
        // Other threads may still be closing devices; there is no need to wait for them.
        exit(0)
    }

    /// The variables that say where photos, movies and what is remembered go.
    private static let folderVariables = [
        "AVCAM_LIBRARY", "AVCAM_DEFERRED", "HOME", "TMPDIR",
        "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_PICTURES_DIR", "XDG_STATE_HOME",
    ]

    /// The words after the program's name. A word that is not valid text is refused, because as text it would be a
    /// different name. So is a folder in the environment.
    private static func arguments() throws(Failure) -> [String] {
        var count: Int32 = 0
        let words = linux_arguments(&count)
        let all = (0..<Int(count)).compactMap { words?[$0] }
        for word in all where String(validatingCString: word) == nil {
            throw Failure(.usage, "\"\(String(cString: word))\" has bytes that are not UTF-8; use another name.")
        }
        for name in folderVariables {
            guard let value = getenv(name), String(validatingCString: value) == nil else { continue }
            throw Failure(
                .usage,
                "\"\(String(cString: value))\" in the variable \(name) has bytes that are not UTF-8; use another folder."
            )
        }
        return all.dropFirst().map { String(cString: $0) }
    }

    /// What a command needs; `nil` for commands that only print, such as the help.
    private static func limits(of command: any ParsableCommand) -> Limits? {
        switch command {
        case is Photo, is Record, is Try, is Doctor: .capture
        case is Library.List, is Library.Albums, is Library.Process, is Library.Rebuild, is Devices, is Controls,
            is PhoneCommand:
            .listing
        default: nil
        }
    }

    /// Help goes to standard output; a mistake is one sentence on standard error.
    private static func leave(afterParsing error: any Error) -> Never {
        guard AVCam.exitCode(for: error) != .success else { AVCam.exit(withError: error) }
        Console.error(Sentence.aboutUse(AVCam.message(for: error)))
        exit(ExitStatus.usage.rawValue)
    }

    /// Whether the error says by itself what is missing, and perhaps where a photo or movie is that could not be saved.
    private static func isOfItsOwn(_ error: any Error) -> Bool { error is Failure || error is PHPhotosError }

    private static func leave(after error: any Error) -> Never {
        // `avcam` and `avcam library` without a subcommand print the help.
        if AVCam.exitCode(for: error) == .success { AVCam.exit(withError: error) }
        // Then that is the cause, whatever the devices and encoders say.
        let error = isOfItsOwn(error) ? error : Limits.shortage() ?? error
        // The message has already been printed.
        if let code = error as? ExitCode { exit(code.rawValue) }
        Console.error(Sentence.about(error))
        exit(ExitStatus(error).rawValue)
    }
}

/// `avcam help COMMAND`. The parser does not check these words itself.
enum HelpRequest {
    /// - Throws: ``Failure`` with status 64 if there is no such command.
    static func check(_ words: [String]) throws(Failure) {
        guard words.first == "help" else { return }
        var command: any ParsableCommand.Type = AVCam.self
        for word in words.dropFirst() where !word.hasPrefix("-") {
            let name = command == AVCam.self ? "avcam" : "avcam \(command._commandName)"
            guard let next = command.configuration.subcommands.first(where: { $0._commandName == word }) else {
                throw Failure(.usage, "There is no command \(word); \(name) --help lists those that there are.")
            }
            command = next
        }
    }
}

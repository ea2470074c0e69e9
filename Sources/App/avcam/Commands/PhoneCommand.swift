import ArgumentParser
import Foundation
import SimulatedPhone

/// `avcam phone`.
struct PhoneCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "phone", _superCommandName: "avcam",
        abstract: "Drives the simulated phone of a running program.",
        discussion: """
            The program uses these libraries and was started with AVCAM_SIMULATED_CONTROL=1. Three commands look: list \
            shows the programs that can be driven, state shows how the phone is, and watch prints a line for each event \
            until Ctrl-C. The others change something: plug DEVICE and unplug DEVICE; turn ORIENTATION; tilt DEGREES; \
            lock; unlock; press BUTTON; touch light-press; slide 0.25; interrupt REASON and resume REASON; allow cameras \
            and deny cameras; pressure LEVEL; faults LIST; brightness NUMBER; head PLACE; shake NUMBER; \
            place LATITUDE,LONGITUDE,ALTITUDE,ACCURACY and place none; volume NUMBER. An unknown word, such as in \
            "turn ?", lists the known ones.
            """)

    @Option(help: ArgumentHelp("The program's process, when several can be driven.", valueName: "pid"))
    var pid: Int32?

    @Flag(help: "Print JSON, for list and state.")
    var json = false

    // An argument that begins with a hyphen is an angle.
    @Argument(
        parsing: .allUnrecognized, help: "What to do, such as: turn portrait.",
        completion: .list(["list", "state", "watch", "lock", "unlock", "plug", "unplug", "turn", "press"]))
    var command: [String] = []

    func validate() throws {
        if command.isEmpty { throw ValidationError("Name a command, such as: avcam phone list") }
    }

    func run() async throws {
        do {
            switch command {
            case ["list"]: try list()
            case ["state"]: try show(try Entry(chosen()))
            case ["watch"]: try await watch(chosen())
            default: try chosen().perform(command.joined(separator: " "))
            }
        } catch let error as PhoneError {
            throw Failure(error)
        }
    }

    // MARK: Which program

    private func chosen() throws -> RemotePhone {
        if let pid { return try RemotePhone(processID: pid) }
        let phones = try RemotePhone.all()
        guard let first = phones.first else {
            throw Failure(
                .noInput, "No program with a simulated phone can be driven; start one with AVCAM_SIMULATED_CONTROL=1")
        }
        guard phones.count == 1 else {
            let numbers = phones.map { String($0.processID) }.joined(separator: ", ")
            throw Failure(.usage, "Several programs can be driven (\(numbers)); choose one with --pid")
        }
        return first
    }

    // MARK: What is printed

    private func list() throws {
        let entries = try RemotePhone.all().map { phone -> Entry? in
            do throws(PhoneError) { return try Entry(phone) } catch {
                // A program that has ended meanwhile is not listed.
                if error.code != .noProgram { Console.error(Sentence.about(error)) }
                return nil
            }
        }.compactMap(\.self)
        if json { return try Console.printJSON(entries) }
        for entry in entries { Console.print(entry.line) }
    }

    private func show(_ entry: Entry) throws {
        if json { return try Console.printJSON(entry) }
        for line in entry.lines { Console.print(line) }
    }

    private func watch(_ phone: RemotePhone) async throws {
        let signals = StopSignals { nil }
        let lines = try phone.eventLines()
        let printing = Task { for await line in lines { Console.print(line) } }
        let stopping = Task {
            for await _ in signals.requests {
                printing.cancel()
                return
            }
        }
        await printing.value
        stopping.cancel()
        if !signals.isStopRequested { Console.note("The program has ended.") }
    }

    /// A program and its phone.
    private struct Entry: Encodable {
        var phone: Phone.State
        var pid: Int32
        var program: String

        init(_ remote: RemotePhone) throws(PhoneError) {
            pid = remote.processID
            program = try remote.program()
            phone = try remote.state()
        }

        /// `4711  my-app  back, microphone  portrait, locked`
        var line: String {
            "\(pid)  \(program)  \(Self.text(phone.running, "nothing"))  \(phone.orientation.rawValue)"
                + (phone.isLocked ? ", locked" : "")
        }

        var lines: [String] {
            [
                "Program: \(program) (\(pid))",
                "Orientation: \(phone.orientation.rawValue)"
                    + (phone.tilt == 0 ? "" : ", tilted by \(phone.tilt) degrees"),
                "Locked: \(phone.isLocked ? "yes" : "no")",
                "Devices: \(Self.text(phone.devices, "none"))",
                "Running: \(Self.text(phone.running, "none"))",
                "Interruptions: \(Self.text(phone.interruptions, "none"))",
                "Pressure: \(phone.pressure.rawValue)",
                "Allowed: \(Self.text(allowed, "nothing"))",
                "Brightness: \(phone.brightness)",
                "Place: \(phone.place?.words ?? "none")",
                "Volume: \(phone.volume.map { "\($0)" } ?? "the machine's")",
            ]
        }

        private var allowed: Set<Phone.Permission> {
            Set((phone.allowsCameras ? [.cameras] : []) + (phone.allowsMicrophone ? [.microphone] : []))
        }

        private static func text<Value: RawRepresentable<String>>(_ values: Set<Value>, _ none: String) -> String {
            values.isEmpty ? none : values.map(\.rawValue).sorted().joined(separator: ", ")
        }
    }
}

extension Failure {
    fileprivate init(_ error: PhoneError) {
        let status: ExitStatus =
            switch error.code {
            case .unknownCommand: .usage
            case .noProgram: .noInput
            case .noAnswer, .noRuntimeFolder: .unavailable
            case .refused: .noPermission
            }
        self.init(status, error.message)
    }
}

import ArgumentParser
import AVCamLinux
import AVFoundation
import LinuxVideo

/// `avcam controls`.
struct Controls: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "controls", _superCommandName: "avcam",
        abstract: "Lists and sets what a camera's driver offers, such as brightness or the power line's frequency.",
        usage: "avcam controls [<options>] [<name[=value]> ...]",
        discussion: """
            Without a name, all controls are listed. NAME prints the value of one. NAME=VALUE sets it to a number, to on or \
            off, or to an item of its menu. A camera keeps its values until it is unplugged; a file keeps them for longer.
            """)

    @OptionGroup var cameraOptions: CameraOptions

    @Option(help: ArgumentHelp("First set what this file says; see --save.", valueName: "file"))
    var load: String?

    @Option(help: ArgumentHelp("Write all values to this file in the end.", valueName: "file"))
    var save: String?

    @Flag(help: "Print JSON.")
    var json = false

    @Argument(help: ArgumentHelp("A control to read, or to set.", valueName: "name[=value]"))
    var names: [String] = []

    func validate() throws {
        for name in names where DriverSettings.wish(name) == nil {
            throw ValidationError("\"\(name)\" names no control; avcam controls lists them.")
        }
        for (option, file) in [("--load", load), ("--save", save)] where file == "" {
            throw ValidationError("\(option) needs the name of a file.")
        }
    }

    func run() throws {
        let camera = try cameraOptions.device()
        do {
            try run(try DriverSettings(camera))
        } catch let problem as DriverSettings.Problem {
            throw Failure(problem)
        }
    }

    private func run(_ settings: DriverSettings) throws {
        let wishes = names.compactMap(DriverSettings.wish)
        let wanted = try wishes.filter { $0.value == nil }.map { try settings.control(named: $0.name).name }
        var assignments: [(name: String, value: String)] = []
        if let load { assignments = try DriverSettings.wishes(inProfile: Self.read(load)) }
        assignments += wishes.compactMap { wish in wish.value.map { (wish.name, $0) } }
        try settings.set(assignments)
        if let save { try Self.write(settings.profile, to: save) }
        if !wanted.isEmpty || (assignments.isEmpty && save == nil) {
            try show(settings.controls.filter { wanted.isEmpty || wanted.contains($0.name) }, areNamed: !wanted.isEmpty)
        }
    }

    private func show(_ controls: [NamedControl], areNamed: Bool) throws {
        if json { return try Console.printJSON(controls.map(Report.init)) }
        if areNamed {
            for control in controls { Console.print(Self.value(of: control)) }
            return
        }
        if controls.isEmpty { Console.print("This camera has no controls.") }
        let width = controls.map(\.name.count).max() ?? 0
        let values = controls.map(Self.value).map(\.count).max() ?? 0
        for control in controls {
            let value = Text.padded(Self.value(of: control), to: values)
            let parts = [Self.limits(of: control)] + Self.state(of: control)
            Console.print("\(Text.padded(control.name, to: width))  \(value)  \(parts.joined(separator: ", "))")
        }
    }

    private static func value(of control: NamedControl) -> String {
        guard let value = control.value else { return "-" }
        switch control.kind {
        case .boolean: return value == 0 ? "off" : "on"
        case .menu: return control.choices[value] ?? String(value)
        case .bits: return "0x" + String(UInt32(truncatingIfNeeded: value), radix: 16)
        case .integer, .button: return String(value)
        }
    }

    private static func limits(of control: NamedControl) -> String {
        switch control.kind {
        case .button: return "a button, =1 presses it"
        case .boolean: return "off or on, default \(control.defaultValue == 0 ? "off" : "on")"
        case .menu:
            let choices = control.choices.sorted { $0.key < $1.key }.map(\.value)
            let standard = control.choices[control.defaultValue] ?? String(control.defaultValue)
            return choices.joined(separator: " | ") + ", default \(standard)"
        case .bits: return "bits"
        case .integer:
            let step = control.step > 1 ? " in steps of \(control.step)" : ""
            return "\(control.range.lowerBound) to \(control.range.upperBound)\(step), default \(control.defaultValue)"
        }
    }

    private static func state(of control: NamedControl) -> [String] {
        let states = [
            (control.isReadOnly, "read only"), (control.isInactive, "no effect now"), (control.isGrabbed, "in use"),
        ]
        return states.filter(\.0).map(\.1)
    }

    // MARK: Files

    private static func read(_ path: String) throws -> String {
        do {
            return try String(contentsOfFile: path, encoding: .utf8)
        } catch {
            throw Failure(.noInput, "\(path) cannot be read; name a file that avcam controls --save has written")
        }
    }

    private static func write(_ text: String, to path: String) throws {
        do {
            try text.write(toFile: path, atomically: true, encoding: .utf8)
        } catch {
            throw Failure(.cannotCreate, "\(path) cannot be written; name a place where you may create files")
        }
    }

    /// What `--json` prints about a control.
    private struct Report: Encodable {
        struct Choice: Encodable {
            var name: String
            var value: Int64
        }

        var choices: [Choice]?
        var `default`: Int64?
        var isGrabbed: Bool
        var isInactive: Bool
        var isReadOnly: Bool
        var kind: String
        var max: Int64?
        var min: Int64?
        var name: String
        var step: Int64?
        var title: String
        var value: Int64?

        init(_ control: NamedControl) {
            name = control.name
            title = control.title
            kind = String(describing: control.kind)
            value = control.value
            isGrabbed = control.isGrabbed
            isInactive = control.isInactive
            isReadOnly = control.isReadOnly
            if control.kind != .button {
                (min, max) = (control.range.lowerBound, control.range.upperBound)
                (step, self.default) = (control.step, control.defaultValue)
            }
            if control.kind == .menu {
                choices = control.choices.sorted { $0.key < $1.key }.map { Choice(name: $0.value, value: $0.key) }
            }
        }
    }
}

extension Failure {
    fileprivate init(_ problem: DriverSettings.Problem) {
        let status: ExitStatus =
            switch problem.kind {
            case .mistake: .usage
            case .noDriver: .noInput
            case .refusal: .unavailable
            }
        self.init(status, problem.description)
    }
}

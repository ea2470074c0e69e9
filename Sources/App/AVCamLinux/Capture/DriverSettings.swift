import AVFoundation
import LinuxVideo

/// The controls of a camera's driver, under the driver's own names. Some are not covered by the capture API, such as
/// brightness or the power line's frequency.
package struct DriverSettings {
    /// What could not be set or read, as a sentence.
    package struct Problem: Error, Equatable, CustomStringConvertible {
        package enum Kind: Sendable {
            /// There is no such control, or no such value.
            case mistake
            /// The camera has no driver, or it does not answer.
            case noDriver
            /// The driver does not take a value now.
            case refusal
        }

        package let kind: Kind
        package let description: String

        init(_ kind: Kind, _ sentence: String) {
            self.kind = kind
            description = sentence
        }
    }

    private let device: VideoDevice
    private let name: String

    /// - Throws: ``Problem`` if the camera has no driver, or may not be opened.
    package init(_ camera: AVCaptureDevice) throws(Problem) {
        name = camera.uniqueID
        guard let node = camera.node else {
            throw Problem(
                .noDriver,
                "\(name) has no driver, and so no controls; name a camera of the kernel, such as v4l2:/dev/video0.")
        }
        do {
            device = try VideoDevice(path: node)
        } catch {
            throw Problem(.noDriver, "\(node) cannot be opened: \(error).")
        }
    }

    /// In the driver's order, with their values now.
    package var controls: [NamedControl] { device.namedControls() }

    /// - Throws: ``Problem`` that names what is like it.
    package func control(named name: String) throws(Problem) -> NamedControl {
        try Self.control(named: name, among: controls, of: self.name)
    }

    /// Sets several controls. The order does not matter: one that another one blocks waits for it.
    ///
    /// - Parameter wishes: the names of the controls, and their values as a person writes them.
    /// - Throws: ``Problem``, all of them in one. A wish that makes no sense keeps all others from being set; one that the
    ///   driver refuses does not.
    package func set(_ wishes: [(name: String, value: String)]) throws(Problem) {
        let known = controls
        var open: [(control: NamedControl, value: Int64)] = []
        var mistakes: [String] = []
        for wish in wishes {
            do throws(Problem) {
                let control = try Self.control(named: wish.name, among: known, of: name)
                open.append((control, try Self.value(wish.value, of: control)))
            } catch {
                mistakes.append(error.description)
            }
        }
        guard mistakes.isEmpty else { throw Problem(.mistake, mistakes.joined(separator: " ")) }
        var refusals: [String] = []
        // What switches something off makes room for what was blocked by it.
        repeat {
            let before = open.count
            refusals = []
            open = open.filter { control, value in
                do throws(Errno) {
                    try device.set(control, to: value)
                    return false
                } catch {
                    refusals.append(Self.sentence(about: error, setting: control))
                    return true
                }
            }
            if open.count == before { break }
        } while !open.isEmpty
        guard refusals.isEmpty else { throw Problem(.refusal, refusals.joined(separator: " ")) }
    }

    /// What can be set again later, one `name=value` in each line. Values that the camera sets itself are left out.
    package var profile: String { controls.compactMap(Self.profileLine).map { $0 + "\n" }.joined() }

    /// An item of a menu has its name there, as its number may be another item's name.
    static func profileLine(_ control: NamedControl) -> String? {
        guard let value = control.value, !control.isReadOnly, !control.isInactive else { return nil }
        return "\(control.name)=\(control.choices[value] ?? String(value))"
    }

    /// The wishes in a ``profile``. Empty lines and those that begin with # are skipped.
    ///
    /// - Throws: ``Problem`` for a line other than `name=value`.
    package static func wishes(inProfile text: String) throws(Problem) -> [(name: String, value: String)] {
        var wishes: [(name: String, value: String)] = []
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.trimmingCharacters(in: .whitespaces)
            if line.isEmpty || line.hasPrefix("#") { continue }
            guard let wish = wish(line), let value = wish.value else {
                throw Problem(.mistake, "\"\(line)\" is not a line of a profile; write name=value.")
            }
            wishes.append((wish.name, value))
        }
        return wishes
    }

    /// A `name` or `name=value`; `nil` without a name.
    package static func wish(_ text: String) -> (name: String, value: String?)? {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
        guard let name = parts.first, !name.isEmpty else { return nil }
        return (name, parts.count > 1 ? parts[1] : nil)
    }

    // MARK: Words

    static func control(
        named name: String, among controls: [NamedControl], of camera: String
    ) throws(Problem) -> NamedControl {
        let wanted = name.lowercased()
        if let control = controls.first(where: { $0.name == wanted || $0.title.lowercased() == wanted }) {
            return control
        }
        let similar = controls.map(\.name).filter { $0.contains(wanted) || wanted.contains($0) }
        let list = (similar.isEmpty ? controls.map(\.name) : similar).joined(separator: ", ")
        throw Problem(
            .mistake,
            controls.isEmpty
                ? "\(camera) has no controls." : "\(camera) has no control \(name); it has \(list).")
    }

    /// The number that a person's word for a value stands for.
    static func value(_ text: String, of control: NamedControl) throws(Problem) -> Int64 {
        if control.isReadOnly { throw Problem(.mistake, "\(control.name) can only be read.") }
        let word = text.lowercased()
        switch control.kind {
        case .button: return 1
        case .boolean:
            if ["1", "on", "true", "yes"].contains(word) { return 1 }
            if ["0", "off", "false", "no"].contains(word) { return 0 }
            throw Problem(.mistake, "\(text) is no value of \(control.name); write on or off.")
        case .menu:
            let choices = control.choices.sorted { $0.key < $1.key }
            let named = choices.first { $0.value.lowercased() == word }
            if let choice = named ?? choices.first(where: { String($0.key) == word }) { return choice.key }
            let list = choices.map { "\($0.key) (\($0.value))" }.joined(separator: ", ")
            throw Problem(.mistake, "\(text) is no value of \(control.name); it can be \(list).")
        case .integer, .bits:
            let number = word.hasPrefix("0x") ? Int64(word.dropFirst(2), radix: 16) : Int64(word)
            guard let number else { throw Problem(.mistake, "\(text) is no value of \(control.name); write a number.") }
            if control.kind == .bits { return number }
            guard control.range.contains(number) else {
                throw Problem(
                    .mistake,
                    "\(text) is no value of \(control.name); it goes from \(control.range.lowerBound) to"
                        + " \(control.range.upperBound).")
            }
            return number
        }
    }

    private static func sentence(about error: Errno, setting control: NamedControl) -> String {
        if error == .busy || control.isGrabbed {
            return "\(control.name) is held by a program that uses the camera; close it."
        }
        if control.isInactive {
            return "\(control.name) has no effect while the camera sets it itself; switch its automatic off first."
        }
        return "\(control.name) cannot be set: \(error)."
    }
}

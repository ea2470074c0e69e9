import Foundation

/// The program's desktop file.
///
/// Source: freedesktop.org, Desktop Entry Specification 1.5, "Additional applications actions", "D-Bus Activation".
struct DesktopEntry {
    let title: String
    let program: String
    let actions: [ProgramAction]

    var text: String {
        let keywords = actions.flatMap(\.keywords).map(Self.listed)
        var lines = ["[Desktop Entry]", "Type=Application", "Name=\(Self.escaped(title))"]
        lines += ["Exec=\(Self.quoted(program))", "Terminal=false", "DBusActivatable=true"]
        if !keywords.isEmpty { lines.append("Keywords=" + keywords.map { $0 + ";" }.joined()) }
        if !actions.isEmpty { lines.append("Actions=" + actions.map { $0.name + ";" }.joined()) }
        for action in actions {
            lines += ["", "[Desktop Action \(action.name)]", "Name=\(Self.escaped(action.title))"]
            lines.append("Exec=\(Self.quoted(program)) --action \(action.name)")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func escaped(_ text: String) -> String {
        text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\n", with: "\\n")
    }

    private static func listed(_ text: String) -> String {
        escaped(text).replacingOccurrences(of: ";", with: "\\;")
    }

    /// An argument of `Exec`; a percent sign would begin a field code.
    private static func quoted(_ path: String) -> String {
        let percent = path.replacingOccurrences(of: "%", with: "%%")
        guard percent.contains(where: { !$0.isLetter && !$0.isNumber && !"-_./%".contains($0) }) else { return percent }
        var result = "\""
        for letter in percent {
            if "\"`$\\".contains(letter) { result += "\\" }
            result.append(letter)
        }
        return escaped(result + "\"")
    }
}

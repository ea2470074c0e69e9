import Foundation

/// The programs that have a video node open, as far as this user may see them.
///
/// Reads all of /proc, which takes milliseconds, so it is used only after a failure.
package struct NodeHolders: CustomStringConvertible {
    /// Process numbers and names, excluding this process.
    package let processes: [(number: Int, name: String)]

    package init(path: String, proc: String = "/proc") {
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let files = FileManager.default
        let numbers = ((try? files.contentsOfDirectory(atPath: proc)) ?? []).compactMap { Int($0) }
        processes = numbers.sorted().compactMap { number in
            let folder = "\(proc)/\(number)/fd"
            let descriptors = (try? files.contentsOfDirectory(atPath: folder)) ?? []
            let holds = descriptors.contains {
                (try? files.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) == target
            }
            guard holds, number != Int(getpid()) else { return nil }
            let name = try? String(contentsOfFile: "\(proc)/\(number)/comm", encoding: .utf8)
            return (number, name?.trimmingCharacters(in: .whitespacesAndNewlines) ?? "a program")
        }
    }

    /// PipeWire's daemon, and the session manager, which looks at each camera.
    private static func isServer(_ name: String) -> Bool { name.hasPrefix("pipewire") || name == "wireplumber" }

    /// Whether PipeWire may have the node, and so give its pictures to others: it does, or nobody is seen.
    package var mayBeServer: Bool { processes.isEmpty || processes.contains { Self.isServer($0.name) } }

    /// What comes after "is used by".
    package var sentenceEnd: String {
        if processes.isEmpty { return "another program" }
        let program = "another program that uses it through PipeWire"
        let isServer = processes.allSatisfy { Self.isServer($0.name) }
        return isServer ? "\(description), for \(program): end that program" : description
    }

    /// `cheese (process 1234) and obs (process 99)`; empty if none is known.
    package var description: String {
        processes.map { "\($0.name) (process \($0.number))" }.joined(separator: " and ")
    }
}

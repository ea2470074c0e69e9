import Foundation

/// The Linux distribution that the program runs on.
///
/// Source: freedesktop.org, os-release(5).
struct Distribution {
    /// Whether its packages have Debian's names.
    let hasDebianPackages: Bool

    static let current: Distribution = {
        let files = ["/etc/os-release", "/usr/lib/os-release"]
        return Distribution(files.lazy.compactMap { try? String(contentsOfFile: $0, encoding: .utf8) }.first ?? "")
    }()

    /// - Parameter text: the contents of `os-release`.
    init(_ text: String) {
        let names = text.split(separator: "\n").flatMap { line -> [Substring] in
            let parts = line.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, ["ID", "ID_LIKE"].contains(parts[0]) else { return [] }
            return parts[1].split { " \"'".contains($0) }
        }
        hasDebianPackages = names.contains { ["debian", "ubuntu"].contains($0) }
    }
}

import Glibc

/// A path as a folder and a name, and the hidden names beside it.
package struct Place {
    /// `.` for a path without a folder.
    package let folder: String
    package let name: String
    private let path: String

    /// What a hidden name begins with where the file's own has no room.
    static let shortPrefix = ".avcam."
    private static let suffix = ".part"
    /// What the name of a ``NewFileSet``'s list ends with.
    static let listSuffix = ".set"
    private static let digits = 8

    package init(_ path: String) {
        self.path = path
        name = path.split(separator: "/").last.map(String.init) ?? path
        if let slash = path.lastIndex(of: "/") {
            folder = slash == path.startIndex ? "/" : String(path[..<slash])
        } else {
            folder = "."
        }
    }

    /// How many bytes a name may have. A folder that cannot be asked is not there.
    package var nameLimit: Int {
        let limit = pathconf(folder, Int32(_PC_NAME_MAX))
        return limit > 0 ? limit : Int(NAME_MAX)
    }

    /// With the byte that ends it. Source: Linux, path_resolution(7).
    package static let pathLimit = Int(PATH_MAX)

    /// A new hidden name in the same folder, for a file that is not complete: it contains the file's name unless that
    /// is too long.
    package func newHiddenPath() -> String {
        let end = String(UInt32.random(in: 0x1000_0000...UInt32.max), radix: 16) + Self.suffix
        let named = ".\(name).\(end)"
        let isShort = named.utf8.count <= nameLimit && folder.utf8.count + 1 + named.utf8.count < Self.pathLimit
        return isShort ? "\(folder)/\(named)" : "\(folder)/\(Self.shortPrefix)\(end)"
    }

    /// What comes before the digits of a hidden name; `nil` for any other name.
    static func prefix(ofHidden name: String) -> String? { prefix(of: name, with: suffix) }

    /// The same for the name of a list.
    static func prefix(ofList name: String) -> String? { prefix(of: name, with: listSuffix) }

    /// The name of the list that is made with a hidden name.
    static func listName(ofHidden name: String) -> String { name.dropLast(suffix.count) + listSuffix }

    private static func prefix(of name: String, with suffix: String) -> String? {
        guard name.hasPrefix("."), name.hasSuffix(suffix) else { return nil }
        let stem = name.dropLast(suffix.count)
        let number = stem.suffix(digits)
        guard number.count == digits, number.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
        let prefix = stem.dropLast(digits)
        return prefix.hasSuffix(".") ? String(prefix) : nil
    }
}

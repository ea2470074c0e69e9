internal import CLinux
import Glibc

/// A file or folder that nobody may change, root included, because of an attribute that `chattr` gives.
package struct FixedFile {
    package let path: String
    private let letter: Character

    /// - Returns: `nil` if it may be changed, as far as that goes.
    package init?(_ path: String) {
        let attribute = linux_fixed_attribute(path)
        if attribute == 0 { return nil }
        self.path = path
        letter = Character(Unicode.Scalar(UInt8(attribute)))
    }

    /// What it is, in a few words: "/a/b is immutable".
    package var description: String {
        letter == "i" ? "\(path) is immutable" : "\(path) can only be appended to"
    }

    /// How a person ends that.
    package var remedy: String { "chattr -\(letter) \(path)" }
}

import Foundation
import Glibc

/// A symbolic link to a place where nothing is, such as a folder of a disk that is not mounted.
///
/// A library beyond it is not empty but out of reach, and must not be made anew where the disk would be.
struct DanglingLink {
    /// Of the link itself.
    let path: String

    /// Finds the link that keeps a path from existing.
    ///
    /// - Returns: `nil` if there is none: the path exists, or a folder on the way simply is not there.
    init?(onTheWayTo path: String) {
        var place = path
        while place.count > 1, access(place, F_OK) != 0, errno == ENOENT {
            var status = stat()
            if lstat(place, &status) == 0 {
                guard status.st_mode & S_IFMT == S_IFLNK else { return nil }
                self.path = place
                return
            }
            place = (place as NSString).deletingLastPathComponent
        }
        return nil
    }

    /// `ENOLINK` here means nothing else.
    var error: FileError { FileError(path, number: ENOLINK) }

    /// Where a link leads in the end, from the root; `nil` if it is none.
    static func target(of link: String) -> String? {
        var target: String?
        // Source: Linux, path_resolution(7): so many links at most.
        for _ in 0..<40 {
            guard let next = nextPlace(after: target ?? link) else { break }
            target = next
        }
        return target
    }

    private static func nextPlace(after link: String) -> String? {
        guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: link) else { return nil }
        if target.hasPrefix("/") { return target }
        return ((link as NSString).deletingLastPathComponent as NSString).appendingPathComponent(target)
    }
}

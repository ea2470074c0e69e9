import Glibc

/// The location of the program's data: schemas, translations, icons of the application.
package enum DataFolder {
    /// `share`, relative to the program's folder: for `PREFIX/lib/avcam`, and for `.build/release`, where `make` puts
    /// the same files. `nil` if there is none; the program then does without.
    package static let path: String? = {
        guard let program = programPath, let folder = parent(program), let above = parent(folder),
            let prefix = parent(above)
        else { return nil }
        return [above, prefix].map { $0 + "/share" }.first { access($0 + "/locale", R_OK) == 0 }
    }()

    private static var programPath: String? {
        guard let path = realpath("/proc/self/exe", nil) else { return nil }
        defer { free(path) }
        return String(cString: path)
    }

    private static func parent(_ path: String) -> String? {
        path.lastIndex(of: "/").map { String(path[..<$0]) }
    }
}

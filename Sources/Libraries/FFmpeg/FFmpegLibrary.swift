internal import CFFmpeg

/// FFmpeg's libraries in this process: opened on first use, never closed.
///
/// They are not linked, because the loader would then load them before `main`; see `CFFmpeg.h`.
package enum FFmpegLibrary {
    // The table is written once by `ffx_load`, inside the initializer of a static, and only read afterwards.
    nonisolated(unsafe) private static let table: (functions: UnsafePointer<ffx_functions>?, problem: String) = {
        var problem: UnsafePointer<CChar>?
        let functions = ffx_load(&problem)
        return (functions, problem.map { String(cString: $0) } ?? "")
    }()

    /// Opens the libraries, which takes tens of milliseconds the first time.
    ///
    /// Everything in this module calls it when needed. Call it to choose the moment, or to find out whether the
    /// libraries are installed.
    /// - Throws: an error that names the missing Debian package.
    package static func load() throws(FFmpegError) {
        _ = try functions()
    }

    /// The functions, under FFmpeg's own names.
    static func functions() throws(FFmpegError) -> ffx_functions {
        guard let functions = table.functions else { throw FFmpegError(.librariesMissing, table.problem) }
        return functions.pointee
    }
}

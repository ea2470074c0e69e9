internal import CLinux
internal import COpenCV

/// The library, which is opened when something of it is first used.
package enum OpenCVLibrary {
    /// Whether it is on this system; loads nothing.
    package static let isInstalled = ocv_is_installed() != 0

    /// - Throws: ``OpenCVError`` `missing`, each time.
    static func load() throws(OpenCVError) {
        linux_begin_library_work()
        defer { linux_end_library_work() }
        if let problem = ocv_load() { throw OpenCVError(.missing, String(cString: problem)) }
    }
}

/// Rows of 8-bit samples, which must stay valid during a call.
package struct OpenCVPicture {
    package var base: UnsafePointer<UInt8>
    package var width: Int
    package var height: Int
    package var bytesPerRow: Int

    package init(base: UnsafePointer<UInt8>, width: Int, height: Int, bytesPerRow: Int) {
        self.base = base
        self.width = width
        self.height = height
        self.bytesPerRow = bytesPerRow
    }

    var picture: ocv_picture {
        ocv_picture(base: base, width: Int32(width), height: Int32(height), bytes_per_row: bytesPerRow)
    }
}

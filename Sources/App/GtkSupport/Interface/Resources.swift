internal import CGtk

/// Files that are part of the program.
package enum Resources {
    /// Registers a bundle written by `glib-compile-resources`.
    ///
    /// - Parameter base64: the bundle; one that cannot be read is a bug.
    package static func register(base64: StaticString) {
        var count: gsize = 0
        let bytes = base64.withUTF8Buffer { text in
            text.withMemoryRebound(to: CChar.self) { g_base64_decode($0.baseAddress, &count) }
        }
        guard let resource = g_resource_new_from_data(g_bytes_new_take(bytes, count), nil) else {
            preconditionFailure("the program's resources are damaged")
        }
        g_resources_register(resource)
    }
}

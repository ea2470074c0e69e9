internal import CGtk

/// A picture that can be drawn; it never changes.
package final class Texture: Object {
    /// A picture in memory of another owner, used without copying: 4 bytes a pixel, red, green, blue and 255.
    ///
    /// - Parameters:
    ///   - pixels: `height` rows of `bytesPerRow` bytes; they must not change anymore.
    ///   - owner: keeps the pixels alive. It is released on an arbitrary thread.
    package convenience init(
        pixels: UnsafeRawPointer, width: Int, height: Int, bytesPerRow: Int, owner: any AnyObject & Sendable
    ) {
        let bytes = Self.bytes(pixels, count: bytesPerRow * height, owner: owner)
        defer { g_bytes_unref(bytes) }
        // GTK 4.8 converts premultiplied pixels to floats and back to bytes each time that cairo draws them.
        self.init(
            bytes: bytes, width: width, height: height, bytesPerRow: bytesPerRow, format: GDK_MEMORY_R8G8B8A8)
    }

    /// Pixels as cairo has them: blue, green, red and alpha, by which the others are multiplied.
    ///
    /// - Parameters:
    ///   - premultiplied: `height` rows of `bytesPerRow` bytes; they must not change anymore.
    ///   - owner: keeps the pixels alive. It is released on an arbitrary thread.
    package convenience init(
        premultiplied pixels: UnsafeRawPointer, width: Int, height: Int, bytesPerRow: Int,
        owner: any AnyObject & Sendable
    ) {
        let bytes = Self.bytes(pixels, count: bytesPerRow * height, owner: owner)
        defer { g_bytes_unref(bytes) }
        self.init(
            bytes: bytes, width: width, height: height, bytesPerRow: bytesPerRow,
            format: GDK_MEMORY_B8G8R8A8_PREMULTIPLIED)
    }

    convenience init(bytes: OpaquePointer, width: Int, height: Int, bytesPerRow: Int, format: GdkMemoryFormat) {
        let texture = gdk_memory_texture_new(Int32(width), Int32(height), format, bytes, gsize(bytesPerRow))
        self.init(owned: UnsafeMutableRawPointer(texture!))
    }

    /// Memory of another owner, kept alive until it is released.
    static func bytes(_ memory: UnsafeRawPointer, count: Int, owner: any AnyObject & Sendable) -> OpaquePointer {
        g_bytes_new_with_free_func(
            memory, gsize(count), { Boxes.release($0) }, Unmanaged.passRetained(owner).toOpaque())
    }

    package var width: Int { Int(gdk_texture_get_width(opaque)) }
    package var height: Int { Int(gdk_texture_get_height(opaque)) }
}

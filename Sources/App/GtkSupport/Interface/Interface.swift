internal import CGtk

/// The widgets that an XML file describes.
package final class Interface {
    private let builder: Object

    /// - Parameter path: among the resources. A file that cannot be read is a bug.
    package init(_ path: String) {
        builder = Object(owned: UnsafeMutableRawPointer(gtk_builder_new_from_resource(path)))
    }

    /// The object with that `id` in the file.
    package subscript<T: Object>(_ id: String) -> T {
        guard let object = gtk_builder_get_object(builder.opaque, id) else {
            preconditionFailure("the interface has no object \"\(id)\"")
        }
        return T(UnsafeMutableRawPointer(object))
    }

    package func widget(_ id: String) -> Widget { self[id] }
}

internal import CGtk

/// Of an object whose type is registered here, C holds the GObject and Swift does the work.
extension Object {
    /// Lets ``swiftSide(of:)`` find this object. The GObject does not keep it: when it is gone, nothing is done.
    final func becomeSwiftSide() {
        g_object_set_data_full(
            cast(), swiftSideKey, Unmanaged.passRetained(WeakReference(self)).toOpaque(), { Boxes.release($0) })
    }

    /// The Swift object that does the work of a GObject.
    static func swiftSide(of pointer: UnsafeMutableRawPointer?) -> Self? {
        let data = pointer.flatMap { g_object_get_data($0.assumingMemoryBound(to: GObject.self), swiftSideKey) }
        return Boxes.object(data, as: WeakReference.self)?.object as? Self
    }
}

private let swiftSideKey = "avcam-swift-side"

private final class WeakReference {
    weak var object: Object?

    init(_ object: Object) { self.object = object }
}

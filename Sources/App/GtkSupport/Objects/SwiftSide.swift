internal import CGtk

/// For objects whose type is registered here: C holds the GObject, and Swift does the work.
extension Object {
    /// Makes this object findable by ``swiftSide(of:)``. The GObject does not retain it: once it is released, calls do
    /// nothing.
    final func becomeSwiftSide() {
        g_object_set_data_full(
            cast(), swiftSideKey, Unmanaged.passRetained(WeakReference(self)).toOpaque(), { Boxes.release($0) })
    }

    /// The Swift object that does a GObject's work.
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

internal import CGtk

/// Something drawn, to be shown again.
@MainActor
package final class DrawnNode {
    fileprivate let pointer: OpaquePointer

    fileprivate init(_ pointer: OpaquePointer) { self.pointer = pointer }

    isolated deinit { gsk_render_node_unref(pointer) }

    /// - Returns: `nil` if `body` draws nothing.
    package static func record(_ body: (Snapshot) -> Void) -> DrawnNode? {
        guard let snapshot = gtk_snapshot_new() else { return nil }
        body(Snapshot(snapshot))
        return gtk_snapshot_free_to_node(snapshot).map { DrawnNode($0) }
    }
}

extension Snapshot {
    package func draw(_ node: DrawnNode) { gtk_snapshot_append_node(pointer, node.pointer) }

    /// - Parameter part: 0 for what `old` draws, 1 for what `new` does.
    package func crossFade(_ part: Double, from old: () -> Void, to new: () -> Void) {
        gtk_snapshot_push_cross_fade(pointer, part)
        old()
        gtk_snapshot_pop(pointer)
        new()
        gtk_snapshot_pop(pointer)
    }
}

internal import CGtk

/// What to do with the result of a call.
final class Reply {
    let body: @MainActor (OpaquePointer?) -> Void

    private init(_ body: @escaping @MainActor (OpaquePointer?) -> Void) { self.body = body }

    static func box(_ body: @escaping @MainActor (OpaquePointer?) -> Void) -> gpointer {
        Unmanaged.passRetained(Reply(body)).toOpaque()
    }
}

/// Called once for each box.
let replied: GAsyncReadyCallback = { _, result, data in
    onMain((result, data)) { result, data in
        guard let data else { return }
        Unmanaged<Reply>.fromOpaque(data).takeRetainedValue().body(result)
    }
}

/// - Returns: `nil` on an error: no bus, no service, or a refusal.
func attempt<Value>(
    _ call: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Value?
) -> Value? {
    var error: UnsafeMutablePointer<GError>?
    let result = call(&error)
    g_clear_error(&error)
    return result
}

internal import CGtk

extension Object {
    /// Calls `body` whenever the object emits `signal`, for as long as the object lives.
    ///
    /// - Parameter signal: one without a result, such as `clicked` or `notify::visible`. Its arguments are ignored.
    package func on(_ signal: String, _ body: @escaping @MainActor () -> Void) {
        // Swapped, the closure comes first, so one function serves signals with any arguments.
        let handler: @convention(c) (gpointer?) -> Void = { data in Closure.call(data) }
        connect(signal, unsafeBitCast(handler, to: GCallback.self), Closure(body), G_CONNECT_SWAPPED)
    }

    /// Calls `body` now and whenever a property changes.
    package func onChange(of property: String, _ body: @escaping @MainActor () -> Void) {
        on("notify::\(property)", body)
        body()
    }

    /// Connects a C function that receives `data` as its last argument, or as its first if it is swapped.
    func connect(
        _ signal: String, _ callback: GCallback?, _ data: AnyObject, _ flags: GConnectFlags = GConnectFlags(0)
    ) {
        g_signal_connect_data(
            pointer, signal, callback, Unmanaged.passRetained(data).toOpaque(), { data, _ in Boxes.release(data) },
            flags)
    }

    /// Emits a signal without arguments.
    package func emit(_ signal: String) { cgtk_emit(pointer, signal) }
}

/// A closure held by C.
final class Closure {
    private let body: @MainActor () -> Void

    init(_ body: @escaping @MainActor () -> Void) { self.body = body }

    nonisolated static func call(_ data: gpointer?) {
        onMain(data) { data in Boxes.object(data, as: Closure.self)?.body() }
    }
}

/// Swift objects that C holds by pointer.
enum Boxes {
    nonisolated static func object<T: AnyObject>(_ data: gpointer?, as type: T.Type) -> T? {
        data.map { Unmanaged<T>.fromOpaque($0).takeUnretainedValue() }
    }

    nonisolated static func release(_ data: gpointer?) {
        if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
    }
}

/// Runs `body` for a function that C calls on the main thread.
nonisolated func onMain<Argument, Result: Sendable>(
    _ argument: Argument, _ body: @MainActor (Argument) -> Result
) -> Result {
    // It stays on this thread.
    nonisolated(unsafe) let argument = argument
    return MainActor.assumeIsolated { body(argument) }
}

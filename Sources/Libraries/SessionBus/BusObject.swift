internal import CSessionBus
import Foundation
import Locking

/// An object of this program on the session bus, on which other programs call methods and read properties.
///
/// It has a thread of its own, which waits for them and calls the handlers, until it is released.
package final class BusObject: Sendable {
    /// A method that another program has called.
    package struct Call: Sendable, Equatable {
        package var interface: String
        package var method: String
        /// The argument that is an object's path; empty without one.
        package var path: String
        /// The argument that is a number; 0 without one.
        package var number: Int64
    }

    private let service: BusService

    /// - Parameters:
    ///   - name: by which other programs find it, such as `org.mpris.MediaPlayer2.camera`.
    ///   - path: of the object.
    ///   - description: its interfaces, in D-Bus's XML.
    ///   - interfaces: their names.
    ///   - address: of the bus; `nil` for that of the session.
    ///   - property: the value of a property, in the text form of GLib's variants.
    ///   - call: performs a method; whether it can.
    /// - Returns: `nil` if there is no bus or no GIO, or if another program has the name.
    package init?(
        name: String, path: String, description: String, interfaces: [String], address: String? = nil,
        property: @escaping @Sendable (_ interface: String, _ name: String) -> BusValue?,
        call: @escaping @Sendable (Call) -> Bool
    ) {
        guard
            let service = BusService(
                name, path, description, interfaces, address, BusHandlers(property: property, call: call))
        else { return nil }
        self.service = service
        Thread.start(named: "session-bus") { service.run() }
    }

    deinit { service.end() }

    /// Tells other programs that something has happened.
    package func emit(_ signal: String, of interface: String, _ parameters: [BusValue]) {
        service.emit(signal, interface, BusValue.tuple(parameters).text)
    }

    /// Tells other programs that properties have new values.
    package func announce(_ values: [String: BusValue], of interface: String) {
        emit(
            "PropertiesChanged", of: "org.freedesktop.DBus.Properties",
            [.string(interface), .dictionary(values), .strings([])])
    }
}

/// What answers other programs.
private final class BusHandlers: Sendable {
    let property: @Sendable (String, String) -> BusValue?
    let call: @Sendable (BusObject.Call) -> Bool

    init(
        property: @escaping @Sendable (String, String) -> BusValue?,
        call: @escaping @Sendable (BusObject.Call) -> Bool
    ) { (self.property, self.call) = (property, call) }
}

/// The object as its thread has it. It is closed when neither the thread nor anybody else needs it.
private final class BusService: @unchecked Sendable {  // GIO's functions may be called from any thread
    private let handlers: BusHandlers
    private let object: OpaquePointer
    private let isEnded = Mutex(false)

    init?(
        _ name: String, _ path: String, _ description: String, _ interfaces: [String], _ address: String?,
        _ handlers: BusHandlers
    ) {
        self.handlers = handlers
        var functions = csessionbus_handlers()
        functions.context = Unmanaged.passUnretained(handlers).toOpaque()
        functions.property = { context, interface, name in
            let handlers = Unmanaged<BusHandlers>.fromOpaque(context!).takeUnretainedValue()
            let value = handlers.property(String(cString: interface!), String(cString: name!))
            return value.flatMap { strdup($0.text) }
        }
        functions.call = { context, interface, method, path, number in
            let handlers = Unmanaged<BusHandlers>.fromOpaque(context!).takeUnretainedValue()
            return handlers.call(
                BusObject.Call(
                    interface: String(cString: interface!), method: String(cString: method!),
                    path: String(cString: path!), number: number))
        }
        let names = interfaces.map { strdup($0) }
        defer { for name in names { free(name) } }
        let opened = (names.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer { names in
            csessionbus_open(address, name, path, description, names.baseAddress, functions)
        }
        guard let opened else { return nil }
        object = opened
    }

    deinit { csessionbus_close(object) }

    func run() {
        while !isEnded.withLock({ $0 }) { csessionbus_iterate(object) }
    }

    func end() {
        isEnded.withLock { $0 = true }
        csessionbus_wake(object)
    }

    func emit(_ signal: String, _ interface: String, _ parameters: String) {
        csessionbus_emit(object, interface, signal, parameters)
    }
}

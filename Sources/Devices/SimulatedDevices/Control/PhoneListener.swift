import CaptureEngine
import Foundation
import Locking

/// Lets the user's other programs drive this program's phone, each over a ``PhoneConnection``.
///
/// One thread waits for them, and each is served by its own, so a slow or stuck program holds up only itself. The
/// socket's name is removed when the process exits; if it is killed, the next program that looks removes the name.
package final class PhoneListener: Sendable {
    /// If this is set and not empty, the program lets others drive its phone.
    package static let environmentKey = "AVCAM_SIMULATED_CONTROL"
    /// More than these are turned away.
    static let mostConnections = 32

    private let phone: SimulatedPhone
    private let socket: LocalSocket
    private let path: String
    private let connections = Mutex<[ObjectIdentifier: PhoneConnection]>([:])

    /// Whether this process lets others drive its phone.
    package static var isAllowed: Bool { getenv(environmentKey).map { $0.pointee != 0 } ?? false }

    /// Listens from now on until the process ends, if the environment allows it. An error is printed to standard error,
    /// because otherwise nobody could tell why the program is not found.
    static func startIfAllowed(for phone: SimulatedPhone) {
        guard isAllowed else { return }
        do throws(CaptureError) {
            let listener = try PhoneListener(phone, in: .ofUser())
            ofThisProcess.withLock { $0 = (listener, getpid()) }
            atexit { PhoneListener.removeSocket() }
        } catch {
            let sentence = "The simulated phone cannot be driven by other programs: \(error.message).\n"
            FileHandle.standardError.write(Data(sentence.utf8))
        }
    }

    private static let ofThisProcess = Mutex<(listener: PhoneListener, process: Int32)?>(nil)

    /// A forked child inherits the exit handlers, but the socket is its parent's.
    private static func removeSocket() {
        ofThisProcess.withLock { if let current = $0, current.process == getpid() { unlink(current.listener.path) } }
    }

    /// - Throws: `fileUnwritable`, with a sentence that names the folder or the socket.
    package init(_ phone: SimulatedPhone, in folder: ControlFolder) throws(CaptureError) {
        self.phone = phone
        path = folder.socket(of: getpid())
        try folder.make()
        _ = folder.processes()
        do throws(Errno) {
            socket = try .listening(at: path)
        } catch {
            throw CaptureError(.fileUnwritable, "\(path) cannot be made: \(error)")
        }
        Thread.start(named: "phone-control") { [weak self, socket] in
            while let client = socket.accepted() { self?.serve(client) }
        }
    }

    deinit { stop() }

    /// Ends all connections and removes the socket.
    package func stop() {
        socket.shutDown()
        for connection in connections.withLock({ $0.values }) { connection.end() }
        unlink(path)
    }

    private func serve(_ client: LocalSocket) {
        let connection = PhoneConnection(client, phone: phone)
        let isTaken = connections.withLock { connections in
            guard connections.count < Self.mostConnections else { return false }
            connections[ObjectIdentifier(connection)] = connection
            return true
        }
        guard isTaken else {
            client.send("refused \(Self.mostConnections) programs drive this one already\n")
            return
        }
        Thread.start(named: "phone-client") { [weak self] in
            connection.serve()
            _ = self?.connections.withLock { $0.removeValue(forKey: ObjectIdentifier(connection)) }
        }
    }
}

import CaptureEngine
import Foundation
import Locking

/// Lets other programs of the user drive the phone of this one, each over a ``PhoneConnection``.
///
/// One thread waits for them, and one for each serves it: a program that is slow, or stuck, holds up itself alone. The
/// socket's name is removed when the process exits; one that is killed leaves it to be removed by the next who looks.
package final class PhoneListener: Sendable {
    /// Set to anything but nothing, a program lets itself be driven.
    package static let environmentKey = "AVCAM_SIMULATED_CONTROL"
    /// More than these are turned away.
    static let mostConnections = 32

    private let phone: SimulatedPhone
    private let socket: LocalSocket
    private let path: String
    private let connections = Mutex<[ObjectIdentifier: PhoneConnection]>([:])

    /// Whether this process lets itself be driven.
    package static var isAllowed: Bool { getenv(environmentKey).map { $0.pointee != 0 } ?? false }

    /// Listens from now on until the process ends, when the environment allows it. What stands in the way is said once, on
    /// standard error: nobody could tell otherwise why the program is not found.
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

    /// A child that was forked has its parent's exit handlers too, and the socket is not its own.
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

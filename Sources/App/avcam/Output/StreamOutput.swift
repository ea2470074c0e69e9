import Foundation

/// Standard output, a pipe or a device. A signal ends the wait for a reader that never reads.
struct StreamOutput: ~Copyable {
    private let name: String
    private let descriptor: Int32
    private let isOwned: Bool

    /// How many bytes fit into a pipe that `poll` reports as writable. Source: Linux, pipe(7), PIPE_BUF.
    private static let pieceBytes = 4096

    /// How often, and for how long, a reader of a pipe is awaited: it may have been started just now.
    private static let patience = (interval: 50, count: 100)

    /// - Parameters:
    ///   - path: `-` is standard output.
    ///   - signals: end the wait for a reader.
    /// - Throws: ``Failure`` with status 73 if nobody reads the pipe; with 130 if a signal asks to stop.
    init(path: String, until signals: StopSignals) throws(Failure) {
        isOwned = path != "-"
        name = isOwned ? path : "standard output"
        descriptor = isOwned ? try Self.open(path, until: signals) : STDOUT_FILENO
        // If the reader goes away, the write fails; the program must not end.
        signal(SIGPIPE, SIG_IGN)
    }

    /// Opening a pipe without a reader in the usual way would wait, perhaps forever.
    private static func open(_ path: String, until signals: StopSignals) throws(Failure) -> Int32 {
        for attempt in 0..<patience.count {
            let descriptor = Glibc.open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
            if descriptor >= 0 { return descriptor }
            guard errno == ENXIO else { throw OutputFile(path: path, force: true).failure(errno) }
            guard isPipe(path) else { break }
            if attempt == 10 { Console.note("Waiting for a program that reads \(path).") }
            var stop = pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)
            if poll(&stop, 1, Int32(patience.interval)) > 0 {
                throw Failure(.interrupted, "Nobody read the pipe \(path), so the photo is lost; take it again.")
            }
        }
        throw withoutReader(path)
    }

    private static func isPipe(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }

    deinit {
        if isOwned { close(descriptor) }
    }

    private static func withoutReader(_ path: String) -> Failure {
        guard isPipe(path) else {
            return Failure(.cannotCreate, "\(path) cannot be written to; choose another place with -o.")
        }
        return Failure(
            .cannotCreate,
            "Nobody reads the pipe \(path); start the program that reads it first, or name a file that does not exist yet."
        )
    }

    /// Writes all of it, however slowly it is read.
    ///
    /// - Throws: ``Failure`` with status 74; with 130 if the reader has stopped reading and a signal asks to stop.
    func write(_ data: Data, until signals: StopSignals) throws(Failure) {
        var rest = data[...]
        while !rest.isEmpty {
            try waitUntilWritable(signals)
            let piece = rest.prefix(Self.pieceBytes)
            let count = piece.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress!, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EPIPE {
                throw cutOff(.inputOutput)
            } else if errno != EINTR && errno != EAGAIN {
                throw OutputFile(path: name, force: true).failure(errno)
            }
        }
    }

    private func waitUntilWritable(_ signals: StopSignals) throws(Failure) {
        var waits = [
            pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0),
            pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        while poll(&waits, nfds_t(waits.count), -1) < 0 && errno == EINTR {}
        if waits[0].revents != 0 || waits[1].revents == 0 { return }
        throw cutOff(.interrupted)
    }

    private func cutOff(_ status: ExitStatus) -> Failure {
        Failure(
            status, "Nobody reads \(name) any more, so what was written into it is cut off; take the photo again.")
    }
}

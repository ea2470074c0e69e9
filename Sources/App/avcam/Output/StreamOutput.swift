import Foundation

/// Standard output, a pipe or a device. A signal ends the wait for a reader that never reads.
struct StreamOutput: ~Copyable {
    private let name: String
    private let descriptor: Int32
    private let isOwned: Bool

    /// How many bytes fit into a pipe that `poll` reports as writable. Source: Linux, pipe(7), PIPE_BUF.
    private static let pieceBytes = 4096

    /// - Parameter path: `-` is standard output.
    /// - Throws: ``Failure`` with status 73: opening a pipe without a reader would wait, perhaps forever.
    init(path: String) throws(Failure) {
        isOwned = path != "-"
        name = isOwned ? path : "standard output"
        descriptor = isOwned ? open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC) : STDOUT_FILENO
        // If the reader goes away, the write fails; the program must not end.
        signal(SIGPIPE, SIG_IGN)
        guard descriptor < 0 else { return }
        throw errno == ENXIO ? Self.withoutReader(path) : OutputFile(path: path, force: true).failure(errno)
    }

    deinit {
        if isOwned { close(descriptor) }
    }

    private static func withoutReader(_ path: String) -> Failure {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else {
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

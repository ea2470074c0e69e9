import PipeWire

/// How far a connection is with its list of cameras.
///
/// The list is complete with the daemon's second answer: after the first, the nodes are known and asked for their formats,
/// which come before the second. A camera that comes later takes one more answer. Used by the connection's thread.
final class PipeWireListing {
    private var answersLeft = 2
    private var mustAsk = true
    private var awaited: Int32?
    private(set) var isOver = false
    /// Why the daemon ended the connection.
    private(set) var end: PipeWireError?

    /// Asks for the next answer, if one has to be asked for.
    func ask(_ connection: PipeWireConnection) {
        guard mustAsk else { return }
        mustAsk = false
        awaited = connection.synchronize()
    }

    /// A camera has come whose formats are not known, or has new ones.
    func expectFormats() {
        answersLeft = max(answersLeft, 1)
        mustAsk = true
    }

    /// - Returns: whether the list is complete with this answer.
    func isComplete(withAnswer number: Int32) -> Bool {
        guard number == awaited, !mustAsk, answersLeft > 0 else { return false }
        answersLeft -= 1
        mustAsk = answersLeft > 0
        return !mustAsk
    }

    /// The daemon has ended the connection.
    func finish(_ error: PipeWireError) {
        end = error
        isOver = true
    }
}

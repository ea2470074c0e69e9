import FFmpeg

/// The newest encoded samples of one track, oldest first: enough to begin a movie a moment ago.
///
/// Movies share the packets; they are never copied.
struct PacketRing {
    struct Entry: Sendable {
        var packet: EncodedPacket
        /// In the track's timescale, from the track's origin.
        var time: Int64
        var isKey: Bool
        var byteCount: Int
    }

    private(set) var entries: [Entry] = []
    private(set) var byteCount = 0
    private let capacity: Int

    /// - Parameter capacity: in bytes; above it the oldest packets are discarded, even if they are needed.
    init(capacity: Int) {
        self.capacity = capacity
    }

    mutating func append(_ packet: EncodedPacket) {
        let size = packet.withBytes(\.count)
        entries.append(
            Entry(packet: packet, time: packet.presentationTime, isKey: packet.isKeyFrame, byteCount: size))
        byteCount += size
        while byteCount > capacity, let next = entries.dropFirst().firstIndex(where: \.isKey) { removeFirst(next) }
    }

    /// Discards what a movie that begins at `time` or later does not need: everything before the last key frame up to
    /// then.
    mutating func trim(before time: Int64) {
        guard let first = entries.lastIndex(where: { $0.isKey && $0.time <= time }) else { return }
        removeFirst(first)
    }

    private mutating func removeFirst(_ count: Int) {
        guard count > 0 else { return }
        byteCount -= entries.prefix(count).reduce(0) { $0 + $1.byteCount }
        entries.removeFirst(count)
    }
}

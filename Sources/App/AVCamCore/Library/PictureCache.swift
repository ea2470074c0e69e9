import CoreGraphics

/// The most recently used pictures, within a memory limit.
struct PictureCache<Key: Hashable> {
    private struct Entry {
        var image: CGImage
        var lastUse: Int
    }

    /// In bytes.
    let limit: Int
    private var entries: [Key: Entry] = [:]
    private var bytes = 0
    private var uses = 0

    init(limit: Int) {
        self.limit = limit
    }

    var count: Int { entries.count }

    mutating func image(for key: Key) -> CGImage? {
        uses += 1
        entries[key]?.lastUse = uses
        return entries[key]?.image
    }

    /// Keeps a picture. When there is no room, the least recently used ones go.
    mutating func keep(_ image: CGImage, for key: Key) {
        uses += 1
        if let old = entries.updateValue(Entry(image: image, lastUse: uses), forKey: key) { bytes -= old.image.bytes }
        bytes += image.bytes
        while bytes > limit, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            entries[oldest.key] = nil
            bytes -= oldest.value.image.bytes
        }
    }
}

extension CGImage {
    fileprivate var bytes: Int { bytesPerRow * height }
}

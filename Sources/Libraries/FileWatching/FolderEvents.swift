import Glibc

/// What inotify has noticed.
///
/// Source: inotify(7).
package enum FolderEvents {
    /// The file names in the pending events; `nil` if the watch is broken.
    package static func names(in descriptor: Int32) -> [String]? {
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { bytes in
            let count = read(descriptor, bytes.baseAddress, bytes.count)
            guard count > 0 else { return errno == EINTR || errno == EAGAIN ? [] : nil }
            var names: [String] = []
            var offset = 0
            while offset + MemoryLayout<inotify_event>.size <= count {
                let event = bytes.load(fromByteOffset: offset, as: inotify_event.self)
                let start = offset + MemoryLayout<inotify_event>.size
                offset = start + Int(event.len)
                names.append(String(decoding: bytes[start..<offset].prefix { $0 != 0 }, as: UTF8.self))
            }
            return names
        }
    }
}

internal import CLinux
internal import CZXing
import Foundation

/// Makes bar codes and two-dimensional codes, with zxing-cpp.
package enum CodeWriter {
    /// - Parameters:
    ///   - bytes: for a QR code anything, for the others ASCII characters.
    ///   - correctionLevel: `L`, `M`, `Q` or `H`; only for a QR code.
    /// - Returns: rows from above, `true` for black, without a border; `nil` for what such a code cannot hold.
    package static func modules(
        of kind: CodeKind, _ bytes: Data, correctionLevel: Character? = nil
    ) -> [[Bool]]? {
        guard kind == .qr else { return modules(kind, bytes, level: -1) }
        let level = correctionLevel.flatMap { Array("LMQH").firstIndex(of: $0) }
        return level.flatMap { modules(kind, bytes, level: $0) }
    }

    /// An Aztec or PDF417 code.
    ///
    /// - Parameters:
    ///   - bytes: anything.
    ///   - correctionLevel: 0 to 8; for Aztec codes, so many eighths of the data is added.
    /// - Returns: as ``modules(of:_:correctionLevel:)``.
    package static func modules(of kind: CodeKind, _ bytes: Data, level: Int) -> [[Bool]]? {
        [.aztec, .pdf417].contains(kind) && (0...8).contains(level) ? modules(kind, bytes, level: level) : nil
    }

    private static func modules(_ kind: CodeKind, _ bytes: Data, level: Int) -> [[Bool]]? {
        guard !bytes.isEmpty else { return nil }
        linux_begin_library_work()
        defer { linux_end_library_work() }
        var (width, height) = (Int32(0), Int32(0))
        let modules = Array(bytes).withUnsafeBufferPointer { bytes in
            czx_write(kind.bit, bytes.baseAddress, bytes.count, Int32(level), &width, &height)
        }
        guard let modules else { return nil }
        defer { free(modules) }
        let columns = Int(width)
        return (0..<Int(height)).map { row in (0..<columns).map { modules[row * columns + $0] != 0 } }
    }
}

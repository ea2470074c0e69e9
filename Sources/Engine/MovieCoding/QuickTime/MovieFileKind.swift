import PixelCoding

/// The family that a movie file belongs to: its boxes differ in details.
enum MovieFileKind: Sendable, Equatable {
    case quickTime
    /// MPEG-4, with the brand that says whose: `mp42`, `M4V `, `M4A `.
    case mpeg4(brand: String)

    var isQuickTime: Bool { self == .quickTime }

    /// The `ftyp` box, with which the file begins.
    ///
    /// Source: ISO/IEC 14496-12, 4.3.
    var typeBox: [UInt8] {
        switch self {
        case .quickTime: Self.typeBox(["qt  "])
        // `iso6` has the fragments that the file consists of while it is written.
        case .mpeg4(let brand): Self.typeBox([brand, "mp42", "isom", "iso6"])
        }
    }

    /// - Parameter brands: what a reader must know one of, the best one in front.
    static func typeBox(_ brands: [String]) -> [UInt8] {
        var writer = BoxWriter()
        writer.box("ftyp") {
            $0.write(brands[0])
            $0.write(UInt32(0))
            for brand in brands { $0.write(brand) }
        }
        return writer.bytes
    }
}

import PixelCoding
import ZXing

/// Apple's names of the codes that the reader knows.
enum CodeTypes {
    /// The types that follow from the kind of code alone.
    private static let plain: [(type: AVMetadataObject.ObjectType, kind: CodeKind)] = [
        (.qr, .qr), (.microQR, .microQR), (.aztec, .aztec), (.dataMatrix, .dataMatrix), (.pdf417, .pdf417),
        (.ean13, .ean13), (.ean8, .ean8), (.upce, .upce), (.code128, .code128), (.code93, .code93),
        (.code39, .code39), (.codabar, .codabar), (.interleaved2of5, .interleaved2of5), (.gs1DataBar, .dataBar),
        (.gs1DataBarExpanded, .dataBarExpanded),
    ]

    /// Empty if the library is not installed.
    static let available = CodeReader.problem == nil ? plain.map(\.type) + [.code39Mod43, .itf14] : []

    /// The kinds to look for.
    static func kinds(of types: [AVMetadataObject.ObjectType]) -> Set<CodeKind> {
        var kinds = Set(plain.filter { types.contains($0.type) }.map(\.kind))
        if types.contains(.code39Mod43) { kinds.insert(.code39) }
        if types.contains(.itf14) { kinds.insert(.interleaved2of5) }
        return kinds
    }

    /// The type to deliver a code as, the more specific one if both were requested; `nil` when none was requested.
    static func type(of code: FoundCode, among types: [AVMetadataObject.ObjectType]) -> AVMetadataObject.ObjectType? {
        if code.kind == .code39, types.contains(.code39Mod43), CodeChecks.hasMod43Character(code.text ?? "") {
            return .code39Mod43
        }
        if code.kind == .interleaved2of5, types.contains(.itf14), CodeChecks.isGTIN14(code.text ?? "") { return .itf14 }
        return plain.first { $0.kind == code.kind && types.contains($0.type) }?.type
    }
}

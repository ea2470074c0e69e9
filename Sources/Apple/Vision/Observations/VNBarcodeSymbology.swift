import PixelCoding
import ZXing

/// A kind of code.
///
/// Source: Apple, VNBarcodeSymbology.
public struct VNBarcodeSymbology: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    private init(_ name: String) { rawValue = "VNBarcodeSymbology" + name }

    public static let aztec = Self("Aztec")
    public static let codabar = Self("Codabar")
    public static let code128 = Self("Code128")
    public static let code39 = Self("Code39")
    /// A Code 39 whose last character is the check character of the others.
    public static let code39Checksum = Self("Code39Checksum")
    /// Linux: not found.
    public static let code39FullASCII = Self("Code39FullASCII")
    /// Linux: not found.
    public static let code39FullASCIIChecksum = Self("Code39FullASCIIChecksum")
    public static let code93 = Self("Code93")
    /// Linux: not found.
    public static let code93i = Self("Code93i")
    public static let dataMatrix = Self("DataMatrix")
    public static let ean13 = Self("EAN13")
    public static let ean8 = Self("EAN8")
    public static let gs1DataBar = Self("GS1DataBar")
    public static let gs1DataBarExpanded = Self("GS1DataBarExpanded")
    /// Linux: not found.
    public static let gs1DataBarLimited = Self("GS1DataBarLimited")
    /// Interleaved 2 of 5.
    public static let i2of5 = Self("I2of5")
    /// Linux: not found.
    public static let i2of5Checksum = Self("I2of5Checksum")
    public static let itf14 = Self("ITF14")
    /// Linux: not found.
    public static let microPDF417 = Self("MicroPDF417")
    public static let microQR = Self("MicroQR")
    /// Linux: not found.
    public static let msiPlessey = Self("MSIPlessey")
    public static let pdf417 = Self("PDF417")
    public static let qr = Self("QR")
    public static let upce = Self("UPCE")
}

extension VNBarcodeSymbology {
    /// Those that follow from the kind of code alone.
    private static let plain: [(symbology: Self, kind: CodeKind)] = [
        (.aztec, .aztec), (.codabar, .codabar), (.code128, .code128), (.code39, .code39), (.code93, .code93),
        (.dataMatrix, .dataMatrix), (.ean13, .ean13), (.ean8, .ean8), (.gs1DataBar, .dataBar),
        (.gs1DataBarExpanded, .dataBarExpanded), (.i2of5, .interleaved2of5), (.microQR, .microQR), (.pdf417, .pdf417),
        (.qr, .qr), (.upce, .upce),
    ]

    static let supported = plain.map(\.symbology) + [.code39Checksum, .itf14]

    /// The kinds to look for.
    static func kinds(of symbologies: [Self]) -> Set<CodeKind> {
        var kinds = Set(plain.filter { symbologies.contains($0.symbology) }.map(\.kind))
        if symbologies.contains(.code39Checksum) { kinds.insert(.code39) }
        if symbologies.contains(.itf14) { kinds.insert(.interleaved2of5) }
        return kinds
    }

    /// What to report a code as, the more specific one if both are wanted; `nil` when none is.
    init?(of code: FoundCode, among wanted: [Self]) {
        let text = code.text ?? ""
        if code.kind == .code39, wanted.contains(.code39Checksum), CodeChecks.hasMod43Character(text) {
            self = .code39Checksum
        } else if code.kind == .interleaved2of5, wanted.contains(.itf14), CodeChecks.isGTIN14(text) {
            self = .itf14
        } else if let plain = Self.plain.first(where: { $0.kind == code.kind && wanted.contains($0.symbology) }) {
            self = plain.symbology
        } else {
            return nil
        }
    }
}

import Foundation

/// A kind of code, as ``VNBarcodeSymbology``. Source: Apple, BarcodeSymbology.
public enum BarcodeSymbology: Hashable, Sendable, Codable, CaseIterable {
    case aztec
    case codabar
    case code128
    case code39
    case code39Checksum
    /// Linux: not found.
    case code39FullASCII
    /// Linux: not found.
    case code39FullASCIIChecksum
    case code93
    /// Linux: not found.
    case code93i
    case dataMatrix
    case ean13
    case ean8
    case gs1DataBar
    case gs1DataBarExpanded
    /// Linux: not found.
    case gs1DataBarLimited
    case i2of5
    /// Linux: not found.
    case i2of5Checksum
    case itf14
    /// Linux: not found.
    case microPDF417
    case microQR
    /// Linux: not found.
    case msiPlessey
    case pdf417
    case qr
    case upce

    private static let older: [BarcodeSymbology: VNBarcodeSymbology] = [
        .aztec: .aztec, .codabar: .codabar, .code128: .code128, .code39: .code39, .code39Checksum: .code39Checksum,
        .code39FullASCII: .code39FullASCII, .code39FullASCIIChecksum: .code39FullASCIIChecksum, .code93: .code93,
        .code93i: .code93i, .dataMatrix: .dataMatrix, .ean13: .ean13, .ean8: .ean8, .gs1DataBar: .gs1DataBar,
        .gs1DataBarExpanded: .gs1DataBarExpanded, .gs1DataBarLimited: .gs1DataBarLimited, .i2of5: .i2of5,
        .i2of5Checksum: .i2of5Checksum, .itf14: .itf14, .microPDF417: .microPDF417, .microQR: .microQR,
        .msiPlessey: .msiPlessey, .pdf417: .pdf417, .qr: .qr, .upce: .upce,
    ]

    /// The older requests' name.
    var older: VNBarcodeSymbology { Self.older[self] ?? .qr }

    /// - Parameter older: one of ``VNBarcodeSymbology``'s.
    init(_ older: VNBarcodeSymbology) { self = Self.older.first { $0.value == older }?.key ?? .qr }
}

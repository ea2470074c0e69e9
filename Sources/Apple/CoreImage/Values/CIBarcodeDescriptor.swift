import Foundation
import PixelCoding

/// What a code consists of, beside its text. Source: Apple, CIBarcodeDescriptor.
///
/// Linux: of QR codes alone; the reader does not report it for others.
open class CIBarcodeDescriptor: NSObject, NSCopying, @unchecked Sendable {  // immutable
    override init() {}

    public func copy(with zone: NSZone? = nil) -> Any { self }
}

/// What a QR code consists of. Source: Apple, CIQRCodeDescriptor.
open class CIQRCodeDescriptor: CIBarcodeDescriptor, @unchecked Sendable {  // immutable
    /// How much of a code may be unreadable. The raw values are the letters' ASCII codes.
    public enum ErrorCorrectionLevel: Int, Sendable {
        /// 7 %.
        case levelL = 76
        /// 15 %.
        case levelM = 77
        /// 25 %.
        case levelQ = 81
        /// 30 %.
        case levelH = 72
    }

    /// The data's codewords after the correction, with their padding.
    public let errorCorrectedPayload: Data
    /// 1 to 40: 21 to 177 modules on a side.
    public let symbolVersion: Int
    /// 0 to 7.
    public let maskPattern: UInt8
    public let errorCorrectionLevel: ErrorCorrectionLevel

    /// - Parameters:
    ///   - errorCorrectedPayload: the data's codewords with their padding.
    ///   - symbolVersion: 1 to 40.
    ///   - maskPattern: 0 to 7.
    ///   - errorCorrectionLevel: how many codewords are for correction.
    /// - Returns: `nil` for a version or mask that there is not.
    public init?(
        payload errorCorrectedPayload: Data, symbolVersion: Int, maskPattern: UInt8,
        errorCorrectionLevel: ErrorCorrectionLevel
    ) {
        guard (1...40).contains(symbolVersion), maskPattern < 8 else { return nil }
        self.errorCorrectedPayload = errorCorrectedPayload
        self.symbolVersion = symbolVersion
        self.maskPattern = maskPattern
        self.errorCorrectionLevel = errorCorrectionLevel
        super.init()
    }

    package init(_ symbol: QRSymbol) {
        errorCorrectedPayload = Data(symbol.codewords)
        symbolVersion = symbol.version
        maskPattern = UInt8(symbol.mask)
        errorCorrectionLevel =
            symbol.correctionLevel.asciiValue.flatMap { ErrorCorrectionLevel(rawValue: Int($0)) } ?? .levelL
        super.init()
    }

    /// `nil` if the version has another number of codewords.
    var symbol: QRSymbol? {
        QRSymbol(
            codewords: Array(errorCorrectedPayload), version: symbolVersion, mask: Int(maskPattern),
            correctionLevel: Character(UnicodeScalar(UInt8(errorCorrectionLevel.rawValue))))
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CIQRCodeDescriptor else { return false }
        return errorCorrectedPayload == other.errorCorrectedPayload && symbolVersion == other.symbolVersion
            && maskPattern == other.maskPattern && errorCorrectionLevel == other.errorCorrectionLevel
    }

    open override var hash: Int { errorCorrectedPayload.hashValue }
}

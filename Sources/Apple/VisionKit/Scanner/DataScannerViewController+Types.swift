import Foundation
import Vision

extension DataScannerViewController {
    /// What to look for. Source: Apple, DataScannerViewController.RecognizedDataType.
    public struct RecognizedDataType: Hashable, Sendable {
        enum Kind: Hashable {
            case barcode([VNBarcodeSymbology])
            case text([String], TextContentType?)
        }

        let kind: Kind

        /// Codes.
        ///
        /// - Parameter symbologies: which; empty for all that Vision finds. Linux: those that it does not find are left out.
        public static func barcode(symbologies: [VNBarcodeSymbology] = []) -> Self { Self(kind: .barcode(symbologies)) }

        /// Text, by lines.
        ///
        /// - Parameters:
        ///   - languages: as language tags, such as `en-US`, the first counts most; empty for those that the user reads
        ///     and that are among ``DataScannerViewController/supportedTextRecognitionLanguages``, or English.
        ///   - textContentType: only lines that hold something of this type; `nil` for all.
        public static func text(languages: [String] = [], textContentType: TextContentType? = nil) -> Self {
            Self(kind: .text(languages, textContentType))
        }
    }

    /// What a text is about.
    ///
    /// Linux: recognized by patterns, in English and partly in German and French.
    /// Source: Apple, DataScannerViewController.TextContentType.
    public enum TextContentType: Hashable, Sendable, CaseIterable {
        case URL
        case dateTimeDuration
        case emailAddress
        case flightNumber
        case fullStreetAddress
        case shipmentTrackingNumber
        case telephoneNumber
        case currency
    }

    /// Speed against small details. Source: Apple, DataScannerViewController.QualityLevel.
    ///
    /// Linux: the size of the frames, up to 1280 x 720, 1920 x 1080 or 3840 x 2160, and how thoroughly text is read.
    public enum QualityLevel: Hashable, Sendable {
        case balanced
        case fast
        case accurate
    }

    /// Why there is no scanning. Source: Apple, DataScannerViewController.ScanningUnavailable.
    public enum ScanningUnavailable: Error, Hashable, Sendable {
        /// The program may not use the camera, or another one does.
        case cameraRestricted
        /// There is no camera, or what the wanted data types need is not installed.
        case unsupported
    }
}

extension DataScannerViewController.ScanningUnavailable: LocalizedError {
    public var errorDescription: String? {
        switch self {
        case .cameraRestricted: "The camera may not be used now; allow it, or end the other program that uses it"
        case .unsupported:
            "There is no camera to scan with, or libzxing2 (codes) or libtesseract5 (text) is not installed"
        }
    }
}

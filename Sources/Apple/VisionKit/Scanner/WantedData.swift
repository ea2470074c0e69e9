import AVFoundation
import Foundation
import Vision

extension Set<DataScannerViewController.RecognizedDataType> {
    /// Of codes: `nil` for none, empty for all.
    var symbologies: [VNBarcodeSymbology]? {
        let lists = compactMap { if case .barcode(let symbologies) = $0.kind { symbologies } else { nil } }
        if lists.isEmpty { return nil }
        return lists.contains([]) ? [] : [VNBarcodeSymbology](Set<VNBarcodeSymbology>(lists.joined()))
    }

    private var texts: [(languages: [String], type: DataScannerViewController.TextContentType?)] {
        compactMap { if case .text(let languages, let type) = $0.kind { (languages, type) } else { nil } }
    }

    /// Of text: `nil` for none, empty for all.
    var textTypes: Set<DataScannerViewController.TextContentType>? {
        let types = texts.map(\.type)
        if types.isEmpty { return nil }
        return types.contains(nil) ? [] : Set<DataScannerViewController.TextContentType>(types.compactMap { $0 })
    }

    /// To read text in, each once.
    func textLanguages(among supported: [String]) -> [String] {
        func known(_ tags: [String]) -> [String] {
            tags.compactMap { tag in
                let code = Locale.Language(identifier: tag).languageCode
                return supported.first { $0 == tag }
                    ?? supported.first { Locale.Language(identifier: $0).languageCode == code }
            }
        }
        var languages: [String] = []
        for text in texts {
            let own = known(text.languages.isEmpty ? Locale.preferredLanguages : text.languages)
            let wanted = own.isEmpty && text.languages.isEmpty ? known(["en-US"]) : own
            for language in wanted where !languages.contains(language) { languages.append(language) }
        }
        return languages
    }

    /// What a person is asked to do.
    var guidance: String {
        switch (symbologies != nil, textTypes != nil) {
        case (true, false): "Point the camera at a code"
        case (false, true): "Point the camera at text"
        default: "Point the camera at text or a code"
        }
    }
}

extension DataScannerViewController.QualityLevel {
    var preset: AVCaptureSession.Preset {
        switch self {
        case .fast: .hd1280x720
        case .balanced: .hd1920x1080
        case .accurate: .hd4K3840x2160
        }
    }
}

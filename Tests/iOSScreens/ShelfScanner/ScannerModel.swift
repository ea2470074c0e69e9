import AVKit
import SwiftUI
import VisionKit

enum ScannerAccess {
    case notDetermined
    case notGranted
    case notAvailable
    case scannerAvailable
    case scannerNotAvailable
}

struct PhotoRequest {
    let deliver: @MainActor (UIImage?) -> Void
}

@MainActor
final class ScannerModel: ObservableObject {
    @Published var access: ScannerAccess = .notDetermined
    @Published var recognizedItems: [RecognizedItem] = []
    @Published var isScanning = true
    @Published var photoRequest: PhotoRequest?
    @Published private(set) var kept: [String] = []
    @Published private(set) var photoSize: CGSize?

    private var isScannerAvailable: Bool {
        DataScannerViewController.isAvailable && DataScannerViewController.isSupported
    }

    func requestAccess() async {
        guard UIImagePickerController.isSourceTypeAvailable(.camera) else {
            access = .notAvailable
            return
        }
        switch AVCaptureDevice.authorizationStatus(for: .video) {
        case .authorized:
            access = isScannerAvailable ? .scannerAvailable : .scannerNotAvailable
        case .restricted, .denied:
            access = .notAvailable
        case .notDetermined:
            let granted = await AVCaptureDevice.requestAccess(for: .video)
            access = granted ? (isScannerAvailable ? .scannerAvailable : .scannerNotAvailable) : .notGranted
        @unknown default: break
        }
    }

    func keep(_ item: RecognizedItem) {
        switch item {
        case .barcode(let barcode): kept.append(barcode.payloadStringValue ?? "Unknown barcode")
        case .text(let text): kept.append(text.transcript)
        @unknown default: kept.append("Unknown")
        }
    }

    func requestPhoto() {
        photoRequest = PhotoRequest { [weak self] image in self?.photoSize = image?.size }
    }
}

import AVFoundation
import Photos
import SwiftUI
import UIKit

/// Takes the booth's pictures, and keeps the finished strips.
@MainActor
final class BoothCamera: NSObject, ObservableObject {
    enum Stage: Equatable {
        case ready
        case counting(Int)
        case done
    }

    @Published private(set) var stage = Stage.ready
    @Published private(set) var shots: [UIImage] = []
    @Published private(set) var strip: UIImage?
    @Published private(set) var savedCount = 0
    @Published var style = StripStyle.classic
    /// Behind the pictures; picked from the library.
    @Published var backdrop: UIImage?

    let session = AVCaptureSession()
    static let shotCount = 3
    private let output = AVCapturePhotoOutput()
    private var continuation: CheckedContinuation<UIImage?, Never>?

    func start() async {
        guard await AVCaptureDevice.requestAccess(for: .video), session.inputs.isEmpty,
            let camera = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front),
            let input = try? AVCaptureDeviceInput(device: camera)
        else { return }
        session.beginConfiguration()
        session.sessionPreset = .hd1280x720
        if session.canAddInput(input) { session.addInput(input) }
        if session.canAddOutput(output) { session.addOutput(output) }
        session.commitConfiguration()
        let session = session
        await Task.detached { session.startRunning() }.value
    }

    func shoot() async {
        guard stage == .ready else { return }
        shots = []
        for _ in 0..<Self.shotCount {
            for second in stride(from: 2, to: 0, by: -1) {
                stage = .counting(second)
                try? await Task.sleep(for: .milliseconds(400))
            }
            if let image = await capture() { shots.append(image) }
        }
        strip = style.strip(of: shots, on: backdrop)
        stage = .done
    }

    private func capture() async -> UIImage? {
        await withCheckedContinuation { continuation in
            self.continuation = continuation
            output.capturePhoto(with: AVCapturePhotoSettings(), delegate: self)
        }
    }

    private func finish(_ image: UIImage?) {
        continuation?.resume(returning: image)
        continuation = nil
    }

    func save() async {
        guard let strip, await PHPhotoLibrary.requestAuthorization(for: .addOnly) == .authorized else { return }
        try? await PHPhotoLibrary.shared().performChanges {
            PHAssetChangeRequest.creationRequestForAsset(from: strip)
        }
        savedCount += 1
        again()
    }

    func again() {
        strip = nil
        shots = []
        stage = .ready
    }
}

extension BoothCamera: AVCapturePhotoCaptureDelegate {
    nonisolated func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: (any Error)?
    ) {
        let image = photo.fileDataRepresentation().flatMap { UIImage(data: $0) }
        Task { @MainActor in finish(image) }
    }
}

/// How a strip looks.
enum StripStyle: String, CaseIterable, Identifiable {
    case classic = "Classic"
    case night = "Night"
    case party = "Party"

    var id: Self { self }

    var color: UIColor {
        switch self {
        case .classic: .white
        case .night: .black
        case .party: .systemPink
        }
    }

    /// Pictures below each other, with room around them.
    func strip(of shots: [UIImage], on backdrop: UIImage?) -> UIImage {
        let cell = CGSize(width: 320, height: 240)
        let margin: CGFloat = 20
        let size = CGSize(
            width: cell.width + 2 * margin, height: CGFloat(shots.count) * (cell.height + margin) + 3 * margin)
        let format = UIGraphicsImageRendererFormat()
        format.scale = 1
        return UIGraphicsImageRenderer(size: size, format: format).image { context in
            color.setFill()
            context.fill(CGRect(origin: .zero, size: size))
            if let backdrop {
                context.cgContext.setAlpha(0.8)
                backdrop.draw(in: CGRect(origin: .zero, size: size))
                context.cgContext.setAlpha(1)
            }
            for (index, shot) in shots.enumerated() {
                let frame = CGRect(
                    origin: CGPoint(x: margin, y: margin + CGFloat(index) * (cell.height + margin)), size: cell)
                context.cgContext.saveGState()
                UIBezierPath(roundedRect: frame, cornerRadius: 12).addClip()
                let factor = max(cell.width / shot.size.width, cell.height / shot.size.height)
                let drawn = CGSize(width: shot.size.width * factor, height: shot.size.height * factor)
                shot.draw(
                    in: CGRect(
                        x: frame.midX - drawn.width / 2, y: frame.midY - drawn.height / 2, width: drawn.width,
                        height: drawn.height))
                context.cgContext.restoreGState()
            }
        }
    }
}

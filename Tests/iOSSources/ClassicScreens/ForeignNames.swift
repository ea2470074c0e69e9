// What some thirty public capture apps and libraries use beside the names that are counted elsewhere, each once, from
// code that knows nothing of the main actor, as in Swift 5: that this file compiles is the test.
import AVFoundation
import CoreImage
import Foundation
import Photos
import UIKit
import UIKit.UIDevice
import UIKit.UIGestureRecognizerSubclass
import UIKit.UIImage
import os.log

/// Not isolated, although it has views.
final class ScanOverlay: NSObject {
    let frame = UIView(frame: .zero)
    let haptics = UIImpactFeedbackGenerator(style: .light)
    private var width = NSLayoutConstraint()

    func attach(to view: UIView, _ recognizer: UITapGestureRecognizer) {
        view.addSubview(frame)
        let views = ["frame": frame]
        view.addConstraints(
            NSLayoutConstraint.constraints(withVisualFormat: "H:|-[frame]-|", options: [], metrics: nil, views: views))
        width = frame.widthAnchor.constraint(equalToConstant: 200)
        NSLayoutConstraint.activate([width])
        UIView.animate(withDuration: 0.2, animations: { self.frame.alpha = 1 }) { _ in self.haptics.impactOccurred() }
        if recognizer.state == .ended { _ = recognizer.location(in: recognizer.view) }
    }

    func openSettings() {
        guard let url = URL(string: UIApplication.openSettingsURLString) else { return }
        if UIApplication.shared.canOpenURL(url) { UIApplication.shared.openURL(url) }
    }

    func orientation(of view: UIView) -> UIInterfaceOrientation {
        let center = NotificationCenter.default
        let name = UIApplication.didChangeStatusBarOrientationNotification
        center.removeObserver(center.addObserver(forName: name, object: nil, queue: nil) { _ in })
        _ = view.window?.windowScene?.statusBarManager?.statusBarFrame
        return view.window?.windowScene?.interfaceOrientation ?? UIApplication.shared.statusBarOrientation
    }
}

/// A layer with an initializer of its own.
final class RingLayer: CAShapeLayer, @unchecked Sendable {
    init(color: UIColor) {
        super.init()
        strokeColor = color.cgColor
        isOpaque = false
    }

    required init?(coder: NSCoder) { super.init(coder: coder) }
}

final class ScanController: UIViewController, UINavigationControllerDelegate {
    func style() {
        let bar = navigationController?.navigationBar
        bar?.barStyle = .black
        bar?.isTranslucent = false
        bar?.barTintColor = .black
        bar?.titleTextAttributes = [.font: UIFont.boldSystemFont(ofSize: 17), .foregroundColor: UIColor.white]
        bar?.tintAdjustmentMode = .normal
        let button = UIButton(type: .custom)
        let title = NSAttributedString(string: "Scan", attributes: [.font: UIFont.systemFont(ofSize: 12)])
        button.setAttributedTitle(title, for: UIControl.State())
        button.topAnchor.constraint(equalTo: topLayoutGuide.bottomAnchor).isActive = true
        button.bottomAnchor.constraint(equalTo: bottomLayoutGuide.topAnchor).isActive = true
        _ = UIImage(named: "viewfinder", in: .main, with: nil)
    }

    func pick() {
        guard UIImagePickerController.isSourceTypeAvailable(.photoLibrary) else { return }
        let picker = UIImagePickerController()
        picker.sourceType = .photoLibrary
        picker.mediaTypes = ["public.image"]
        picker.allowsEditing = false
        picker.cameraDevice = .rear
        picker.videoQuality = .typeHigh
        picker.delegate = self
        picker.presentationController?.delegate = self
        present(picker, animated: true)
    }
}

extension ScanController: UIImagePickerControllerDelegate, UIAdaptivePresentationControllerDelegate {
    func imagePickerController(
        _ picker: UIImagePickerController,
        didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any]
    ) {
        defer { dismiss(animated: true) }
        let options = [CIDetectorAccuracy: CIDetectorAccuracyHigh]
        guard let image = info[.originalImage] as? UIImage, let picture = CIImage(image: image),
            let detector = CIDetector(ofType: CIDetectorTypeQRCode, context: nil, options: options)
        else { return }
        for case let code as CIQRCodeFeature in detector.features(in: picture) {
            os_log("%{public}@", log: .default, type: .info, code.messageString ?? "")
        }
    }

    func imagePickerControllerDidCancel(_ picker: UIImagePickerController) { dismiss(animated: true) }

    func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {}
}

extension AVCaptureDevice.Position {
    /// The camera of a picker.
    var picked: UIImagePickerController.CameraDevice { self == .front ? .front : .rear }
}

final class OldPhotoDelegate: NSObject, AVCapturePhotoCaptureDelegate {
    func photoOutput(
        _ captureOutput: AVCapturePhotoOutput, didFinishProcessingPhoto photoSampleBuffer: CMSampleBuffer?,
        previewPhoto previewPhotoSampleBuffer: CMSampleBuffer?, resolvedSettings: AVCaptureResolvedPhotoSettings,
        bracketSettings: AVCaptureBracketedStillImageSettings?, error: Error?
    ) {
        AudioServicesPlaySystemSound(SystemSoundID(kSystemSoundID_Vibrate))
        guard let buffer = photoSampleBuffer,
            let data = AVCapturePhotoOutput.jpegPhotoDataRepresentation(
                forJPEGSampleBuffer: buffer, previewPhotoSampleBuffer: nil),
            let provider = CGDataProvider(data: data as CFData),
            let image = CGImage(
                jpegDataProviderSource: provider, decode: nil, shouldInterpolate: true, intent: .defaultIntent)
        else { return }
        UIImageWriteToSavedPhotosAlbum(stamped(UIImage(cgImage: image)), nil, nil, nil)
        UISaveVideoAtPathToSavedPhotosAlbum("/movie.mov", nil, nil, nil)
    }

    private func stamped(_ image: UIImage) -> UIImage {
        let style = NSMutableParagraphStyle()
        style.alignment = .center
        let attributes: [NSAttributedString.Key: Any] = [.font: UIFont.systemFont(ofSize: 18), .paragraphStyle: style]
        let text = "24 November"
        return UIGraphicsImageRenderer(size: image.size).image { _ in
            image.draw(in: CGRect(origin: .zero, size: image.size))
            text.draw(with: CGRect(origin: .zero, size: image.size), attributes: attributes, context: nil)
            _ = text.boundingRect(
                with: image.size, options: .usesLineFragmentOrigin, attributes: attributes, context: nil)
        }
    }
}

func zoom(_ device: AVCaptureDevice, _ session: AVAudioSession) throws -> CGFloat {
    try session.overrideOutputAudioPort(.speaker)
    if session.isInputGainSettable { try session.setInputGain(session.inputGain * session.outputVolume) }
    try session.setPrefersNoInterruptionsFromSystemAlerts(true)
    let one: CGFloat = 1
    let first = CGFloat(truncating: device.virtualDeviceSwitchOverVideoZoomFactors.first ?? one as NSNumber)
    return min(first, CGFloat(MAXFLOAT))
}

func firstTrack(_ composition: AVMutableComposition) -> AVMutableCompositionTrack? {
    composition.tracks(withMediaType: .video).first
        ?? composition.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid)
}

func copy(_ frame: CVPixelBuffer, of sample: CMSampleBuffer) -> UIImage {
    var sample = sample
    sample.sampleAttachments[0][.notSync] = 1
    _ = CVBufferGetAttachments(frame, .shouldPropagate)
    return UIImage(ciImage: CIImage(cvPixelBuffer: frame))
}

func tags(of image: CGImageSource, _ caption: String) -> [String: Any] {
    let properties = CGImageSourceCopyPropertiesAtIndex(image, 0, nil) as? [String: Any]
    let press = properties?[kCGImagePropertyIPTCDictionary as String] as? [String: Any]
    let lens = properties?[kCGImagePropertyExifAuxDictionary as String] as? [String: Any]
    return (press ?? [:]).merging(lens ?? [:]) { first, _ in first }
}

func title(of asset: PHAsset, _ movie: AVAsset) -> String {
    let titles = AVMetadataItem.metadataItems(
        from: movie.commonMetadata, withKey: AVMetadataKey.commonKeyTitle, keySpace: .common)
    return titles.first?.stringValue ?? asset.value(forKey: "filename") as? String ?? ""
}

func document(of pages: [UIImage]) -> Data {
    UIApplication.shared.beginIgnoringInteractionEvents()
    defer { UIApplication.shared.endIgnoringInteractionEvents() }
    UIViewController.attemptRotationToDeviceOrientation()
    let size = UIApplication.shared.delegate?.window??.rootViewController?.view.bounds.size ?? .zero
    let format = UIGraphicsPDFRendererFormat()
    format.documentInfo = [kCGPDFContextCreator as String: "Scanner"]
    let renderer = UIGraphicsPDFRenderer(bounds: CGRect(origin: .zero, size: size), format: format)
    return renderer.pdfData { context in
        for page in pages {
            context.beginPage()
            page.draw(in: context.pdfContextBounds)
        }
    }
}

func watchStalls(of item: AVPlayerItem) -> Any {
    NotificationCenter.default.addObserver(forName: .AVPlayerItemPlaybackStalled, object: item, queue: .main) { _ in }
}

func flashButton(for device: AVCaptureDevice) -> UIColor { device.isFlashActive ? .yellow : .white }

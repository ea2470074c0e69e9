import AVFoundation
import Foundation
import OpenCV
import UIKit

/// Told what a person did with the camera for documents, on the main actor. All methods are optional.
///
/// Source: Apple, VNDocumentCameraViewControllerDelegate.
@MainActor
public protocol VNDocumentCameraViewControllerDelegate: NSObjectProtocol {
    /// The person saved the pages. The delegate dismisses the controller, also below.
    func documentCameraViewController(
        _ controller: VNDocumentCameraViewController, didFinishWith scan: VNDocumentCameraScan)
    func documentCameraViewControllerDidCancel(_ controller: VNDocumentCameraViewController)
    /// There is no camera, it may not be used, or it failed.
    func documentCameraViewController(_ controller: VNDocumentCameraViewController, didFailWithError error: any Error)
}

extension VNDocumentCameraViewControllerDelegate {
    public func documentCameraViewController(
        _ controller: VNDocumentCameraViewController, didFinishWith scan: VNDocumentCameraScan
    ) {}
    public func documentCameraViewControllerDidCancel(_ controller: VNDocumentCameraViewController) {}
    public func documentCameraViewController(
        _ controller: VNDocumentCameraViewController, didFailWithError error: any Error
    ) {}
}

/// Scans pages: shows the camera with a line around the page that it sees, and cuts it out of the photo.
///
/// Linux: needs the package libopencv-objdetect406. A person takes each page with the shutter; nothing is taken by itself,
/// and there are no filters and no corners to be dragged.
/// Source: Apple, VNDocumentCameraViewController.
@MainActor
open class VNDocumentCameraViewController: UIViewController {
    open weak var delegate: (any VNDocumentCameraViewControllerDelegate)?

    private let preview = ScannerPreview()
    private let outline = CAShapeLayer()
    let shutter = UIButton(type: .custom)
    let cancelButton = UIButton(type: .system)
    let saveButton = UIButton(type: .system)
    let againButton = UIButton(type: .system)
    private let lastPage = UIImageView()
    private lazy var camera = ScannerCamera(preview.previewLayer, .resizeAspect)
    private lazy var search = PageSearch { [weak self] corners in Task { @MainActor in self?.show(corners) } }
    private var pages: [UIImage] = [] { didSet { showPages() } }
    private var isTaking = false { didSet { showPages() } }
    private var turns: (any NSObjectProtocol)?

    isolated deinit { turns.map(NotificationCenter.default.removeObserver) }

    /// Whether there is a camera, and what finds pages is installed.
    open class var isSupported: Bool { OpenCVLibrary.isInstalled && ScannerCamera.camera != nil }

    // MARK: View

    open override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .black
        outline.fillColor = UIColor.systemYellow.withAlphaComponent(0.3).cgColor
        outline.strokeColor = UIColor.systemYellow.cgColor
        outline.lineWidth = 3
        outline.lineJoin = .round
        preview.layer.addSublayer(outline)
        shutter.layer.cornerRadius = 33
        shutter.layer.borderWidth = 4
        shutter.layer.borderColor = UIColor.gray.cgColor
        shutter.backgroundColor = .white
        shutter.accessibilityLabel = "Take Picture"
        shutter.addAction(UIAction { [weak self] _ in self?.takePage() }, for: .touchUpInside)
        cancelButton.setTitle("Cancel", for: .normal)
        cancelButton.addAction(UIAction { [weak self] _ in self?.cancel() }, for: .touchUpInside)
        saveButton.addAction(UIAction { [weak self] _ in self?.save() }, for: .touchUpInside)
        againButton.setTitle("Retake", for: .normal)
        againButton.addAction(UIAction { [weak self] _ in _ = self?.pages.popLast() }, for: .touchUpInside)
        lastPage.contentMode = .scaleAspectFit
        for button in [cancelButton, saveButton, againButton] { button.tintColor = .white }
        for view: UIView in [preview, lastPage, shutter, cancelButton, saveButton, againButton] {
            self.view.addSubview(view)
        }
        showPages()
    }

    open override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        let (bounds, safe) = (view.bounds, view.safeAreaInsets)
        preview.frame = bounds
        outline.frame = preview.bounds
        let (top, middle) = (safe.top + 8, bounds.height - safe.bottom - 60)
        cancelButton.frame = CGRect(x: 12, y: top, width: 88, height: 44)
        againButton.frame = CGRect(x: bounds.width - 122, y: top, width: 110, height: 44)
        shutter.frame = CGRect(x: bounds.midX - 33, y: middle - 33, width: 66, height: 66)
        lastPage.frame = CGRect(x: 12, y: middle - 33, width: 66, height: 66)
        saveButton.frame = CGRect(x: bounds.width - 122, y: middle - 22, width: 110, height: 44)
        search.quarterTurns = camera.level()
    }

    open override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        begin()
        turns.map(NotificationCenter.default.removeObserver)
        turns = NotificationCenter.default.addObserver(
            forName: UIApplication.didChangeStatusBarOrientationNotification, object: nil, queue: nil
        ) { [weak self] _ in
            MainActor.assumeIsolated {
                guard let self else { return }
                self.search.quarterTurns = self.camera.level()
            }
        }
    }

    open override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        camera.run(false)
        turns.map(NotificationCenter.default.removeObserver)
        turns = nil
    }

    /// Whether the delegate knows how it ended.
    private var isOver = false

    private func begin() {
        guard Self.isSupported else { return fail(DataScannerViewController.ScanningUnavailable.unsupported) }
        switch AVCaptureDevice.authorizationStatus(for: .video) {
        case .authorized: break
        case .notDetermined:
            Task {
                await AVCaptureDevice.requestAccess(for: .video)
                if AVCaptureDevice.authorizationStatus(for: .video) != .notDetermined, !isOver { begin() }
            }
            return
        default: return fail(DataScannerViewController.ScanningUnavailable.cameraRestricted)
        }
        guard camera.configure(.photo, search, failed: { [weak self] in self?.fail($0) }) else {
            return fail(DataScannerViewController.ScanningUnavailable.unsupported)
        }
        search.quarterTurns = camera.level()
        camera.run(true)
    }

    /// - Parameter corners: of the page in device points.
    private func show(_ corners: [CGPoint]?) {
        let path = UIBezierPath()
        for (index, corner) in (corners ?? []).enumerated() {
            let point = preview.previewLayer.layerPointConverted(fromCaptureDevicePoint: corner)
            index == 0 ? path.move(to: point) : path.addLine(to: point)
        }
        if corners != nil { path.close() }
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        outline.path = corners == nil ? nil : path.cgPath
        CATransaction.commit()
    }

    private func showPages() {
        shutter.isEnabled = !isTaking
        saveButton.setTitle("Save (\(pages.count))", for: .normal)
        saveButton.isEnabled = !isTaking
        lastPage.image = pages.last
        for view: UIView in [saveButton, againButton, lastPage] { view.isHidden = pages.isEmpty }
    }

    // MARK: What a person does

    private func takePage() {
        guard !isTaking else { return }
        isTaking = true
        Task {
            defer { isTaking = false }
            do {
                let photo = try await camera.capturePhoto()
                // Seconds for a large photo.
                let page = try await Task.detached { try DocumentPage.cut(from: photo) }.value
                if !isOver { pages.append(page) }
            } catch { fail(error) }
        }
    }

    private func cancel() {
        isOver = true
        delegate?.documentCameraViewControllerDidCancel(self)
    }

    private func save() {
        isOver = true
        delegate?.documentCameraViewController(self, didFinishWith: VNDocumentCameraScan(pages))
    }

    private func fail(_ error: any Error) {
        camera.run(false)
        // A photo that fails because the person has left the camera is not reported.
        if isOver { return }
        isOver = true
        delegate?.documentCameraViewController(self, didFailWithError: error)
    }
}

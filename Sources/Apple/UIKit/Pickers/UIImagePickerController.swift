import AVFoundation
import Foundation
import UIKitCore

/// Told what a person took or picked. Source: Apple, UIImagePickerControllerDelegate.
@MainActor @preconcurrency
public protocol UIImagePickerControllerDelegate: AnyObject {
    /// The delegate dismisses the picker.
    func imagePickerController(
        _ picker: UIImagePickerController, didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any])
    /// As above: without this method, the picker is dismissed.
    func imagePickerControllerDidCancel(_ picker: UIImagePickerController)
}

extension UIImagePickerControllerDelegate {
    public func imagePickerController(
        _ picker: UIImagePickerController, didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any]
    ) {}

    public func imagePickerControllerDidCancel(_ picker: UIImagePickerController) { picker.dismiss(animated: true) }
}

/// Lets a person take a picture or a movie, or pick one of the library. Source: Apple, UIImagePickerController.
///
/// Its `delegate` also conforms to ``UIImagePickerControllerDelegate``. Linux: a picture that is edited is cut to the
/// square in its middle; nobody moves or scales it.
open class UIImagePickerController: UINavigationController {
    /// Source: Apple, UIImagePickerController.SourceType.
    public enum SourceType: Int, Sendable {
        case photoLibrary = 0
        case camera = 1
        case savedPhotosAlbum = 2
    }

    /// Source: Apple, UIImagePickerController.QualityType.
    public enum QualityType: Int, Sendable {
        case typeHigh = 0
        case typeMedium = 1
        case typeLow = 2
        case type640x480 = 3
        case typeIFrame1280x720 = 4
        case typeIFrame960x540 = 5

        var preset: AVCaptureSession.Preset {
            switch self {
            case .typeHigh: .high
            case .typeMedium: .medium
            case .typeLow: .low
            case .type640x480: .vga640x480
            case .typeIFrame1280x720: .iFrame1280x720
            case .typeIFrame960x540: .iFrame960x540
            }
        }
    }

    /// Source: Apple, UIImagePickerController.CameraCaptureMode.
    public enum CameraCaptureMode: Int, Sendable {
        case photo = 0
        case video = 1
    }

    /// Source: Apple, UIImagePickerController.CameraDevice.
    public enum CameraDevice: Int, Sendable {
        case rear = 0
        case front = 1
    }

    /// Source: Apple, UIImagePickerController.CameraFlashMode.
    public enum CameraFlashMode: Int, Sendable {
        case off = -1
        case auto = 0
        case on = 1
    }

    /// What the delegate is told. Source: Apple, UIImagePickerController.InfoKey.
    public struct InfoKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// A type's identifier: `public.image` or `public.movie`.
        public static let mediaType = InfoKey(rawValue: "UIImagePickerControllerMediaType")
        /// A `UIImage`.
        public static let originalImage = InfoKey(rawValue: "UIImagePickerControllerOriginalImage")
        /// A `UIImage`, if ``UIImagePickerController/allowsEditing``.
        public static let editedImage = InfoKey(rawValue: "UIImagePickerControllerEditedImage")
        /// An `NSValue` of a `CGRect`: which part of the original the edited image is.
        public static let cropRect = InfoKey(rawValue: "UIImagePickerControllerCropRect")
        /// The `URL` of a movie file.
        public static let mediaURL = InfoKey(rawValue: "UIImagePickerControllerMediaURL")
        /// The `URL` of a picture's file, if it is of the library.
        public static let imageURL = InfoKey(rawValue: "UIImagePickerControllerImageURL")
        /// A `PHAsset`, of what is in the library.
        public static let phAsset = InfoKey(rawValue: "UIImagePickerControllerPHAsset")
        /// An `NSDictionary`: the metadata of a picture that was taken.
        public static let mediaMetadata = InfoKey(rawValue: "UIImagePickerControllerMediaMetadata")
    }

    // MARK: What there is

    open class func isSourceTypeAvailable(_ sourceType: SourceType) -> Bool {
        sourceType != .camera || isCameraDeviceAvailable(.rear) || isCameraDeviceAvailable(.front)
    }

    /// - Returns: identifiers of types; `nil` for a source that is not there.
    open class func availableMediaTypes(for sourceType: SourceType) -> [String]? {
        isSourceTypeAvailable(sourceType) ? ["public.image", "public.movie"] : nil
    }

    open class func isCameraDeviceAvailable(_ cameraDevice: CameraDevice) -> Bool { camera(cameraDevice) != nil }

    open class func isFlashAvailable(for cameraDevice: CameraDevice) -> Bool {
        camera(cameraDevice)?.hasFlash ?? false
    }

    /// - Returns: the raw values of ``CameraCaptureMode``; `nil` for a camera that is not there.
    open class func availableCaptureModes(for cameraDevice: CameraDevice) -> [NSNumber]? {
        isCameraDeviceAvailable(cameraDevice)
            ? [CameraCaptureMode.photo, .video].map { NSNumber(value: $0.rawValue) } : nil
    }

    /// A webcam has no position, and counts as the rear camera.
    static func camera(_ device: CameraDevice) -> AVCaptureDevice? {
        if device == .front { return .default(.builtInWideAngleCamera, for: .video, position: .front) }
        return .default(.builtInWideAngleCamera, for: .video, position: .back)
            ?? [AVCaptureDevice.default(for: .video)].compactMap { $0 }.first { $0.position != .front }
    }

    // MARK: What is to be picked

    public init() {
        super.init(nibName: nil, bundle: nil)
        showSource()
    }

    public override convenience init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) { self.init() }

    public required init?(coder: NSCoder) { nil }

    /// One that is not available stops the process, as on Apple's systems.
    open var sourceType = SourceType.photoLibrary {
        didSet {
            precondition(
                Self.isSourceTypeAvailable(sourceType), "Source type \(sourceType.rawValue) not available")
            if sourceType != oldValue { showSource() }
        }
    }

    /// Identifiers of types; with both and the camera, ``cameraCaptureMode`` says which.
    open var mediaTypes = ["public.image"] {
        didSet {
            if !mediaTypes.contains("public.image") { cameraCaptureMode = .video }
            (topViewController as? LibraryPicker)?.reload()
        }
    }

    /// Whether the delegate gets an edited image, too.
    open var allowsEditing = false
    /// In seconds; a longer movie ends by itself.
    open var videoMaximumDuration: TimeInterval = 600 { didSet { cameraPicker?.configure() } }
    open var videoQuality = QualityType.typeMedium { didSet { cameraPicker?.configure() } }

    /// How a movie is encoded for the program: an `AVAssetExportPreset…`. Empty, the default, and
    /// `AVAssetExportPresetPassthrough` hand over the file as it is.
    ///
    /// Linux: also for a movie of the camera, which has the ``videoQuality`` before. A preset that is not known is told to
    /// the person who picks a movie.
    open var videoExportPreset = ""

    // MARK: The camera

    /// Without them, the program draws its own in ``cameraOverlayView`` and calls ``takePicture()``.
    open var showsCameraControls = true { didSet { cameraPicker?.showControls() } }
    /// Over the camera's picture.
    open var cameraOverlayView: UIView? { didSet { cameraPicker?.show(cameraOverlayView, insteadOf: oldValue) } }
    /// Of the camera's picture on the screen.
    open var cameraViewTransform = CGAffineTransform.identity { didSet { cameraPicker?.view.setNeedsLayout() } }
    open var cameraCaptureMode = CameraCaptureMode.photo { didSet { cameraPicker?.configure() } }
    open var cameraDevice = CameraDevice.rear { didSet { cameraPicker?.configure() } }
    open var cameraFlashMode = CameraFlashMode.auto

    private var cameraPicker: CameraPicker? { topViewController as? CameraPicker }

    /// The delegate is told when it is taken.
    open func takePicture() { cameraPicker?.takePicture() }

    /// - Returns: whether it has begun; `false` while another one is recorded, and without a camera.
    open func startVideoCapture() -> Bool { cameraPicker?.startMovie() ?? false }

    /// The delegate is told when the movie's file is complete.
    open func stopVideoCapture() { cameraPicker?.stopMovie() }

    // MARK: Results

    private var listener: (any UIImagePickerControllerDelegate)? {
        delegate as? any UIImagePickerControllerDelegate
    }

    /// A movie that is being encoded. What is picked meanwhile takes its place.
    private var encoding: (session: AVAssetExportSession, spinner: UIActivityIndicatorView)?

    /// Tells the program, once a movie is encoded as it wants it.
    ///
    /// - Parameter info: the file of a movie is the program's, or is deleted.
    func finish(_ info: [InfoKey: Any]) {
        stopEncoding()
        let isWanted = !["", AVAssetExportPresetPassthrough].contains(videoExportPreset)
        if isWanted, let movie = info[.mediaURL] as? URL { encode(movie, info) } else { tell(info) }
    }

    private func stopEncoding() {
        encoding?.session.cancelExport()
        encoding?.spinner.removeFromSuperview()
        encoding = nil
    }

    private func encode(_ movie: URL, _ info: [InfoKey: Any]) {
        let session = AVAssetExportSession(asset: AVURLAsset(url: movie), presetName: videoExportPreset)
        guard let session, let type = session.supportedFileTypes.first else {
            try? FileManager.default.removeItem(at: movie)
            return report("There is no export preset named “\(videoExportPreset)”.")
        }
        let spinner = UIActivityIndicatorView(style: .large)
        encoding = (session, spinner)
        if isViewLoaded {
            spinner.center = CGPoint(x: view.bounds.midX, y: view.bounds.midY)
            view.addSubview(spinner)
            spinner.startAnimating()
        }
        let file = movie.deletingLastPathComponent().appendingPathComponent(
            "\(UUID().uuidString).\(type == .m4a ? "m4a" : "MOV")")
        Task { [weak self] in
            var problem: (any Error)?
            do { try await session.export(to: file, as: type) } catch { problem = error }
            try? FileManager.default.removeItem(at: movie)
            guard let self, encoding?.session === session else {
                try? FileManager.default.removeItem(at: file)
                return
            }
            stopEncoding()
            if let problem { return report(problem.localizedDescription) }
            tell(info.merging([.mediaURL: file]) { $1 })
        }
    }

    private func report(_ text: String) {
        let alert = UIAlertController(
            title: "The video cannot be converted.", message: text, preferredStyle: .alert)
        alert.addAction(UIAlertAction(title: "OK", style: .default))
        present(alert, animated: true)
    }

    private func tell(_ info: [InfoKey: Any]) {
        var info = info
        if allowsEditing, let image = info[.originalImage] as? UIImage {
            let crop = image.middle
            info[.editedImage] = image.cut(to: crop)
            info[.cropRect] = NSValue(cgRect: crop)
        }
        listener?.imagePickerController(self, didFinishPickingMediaWithInfo: info)
    }

    func cancel() {
        stopEncoding()
        guard let listener else { return dismiss(animated: true) }
        listener.imagePickerControllerDidCancel(self)
    }

    private func showSource() {
        isNavigationBarHidden = sourceType == .camera
        setViewControllers([sourceType == .camera ? CameraPicker(self) : LibraryPicker(self)], animated: false)
    }
}

extension UIImage {
    /// The largest square in the middle, in points.
    fileprivate var middle: CGRect {
        let side = min(size.width, size.height)
        return CGRect(x: (size.width - side) / 2, y: (size.height - side) / 2, width: side, height: side)
    }

    fileprivate func cut(to rect: CGRect) -> UIImage {
        let format = UIGraphicsImageRendererFormat()
        format.scale = scale
        return UIGraphicsImageRenderer(size: rect.size, format: format).image { _ in
            draw(at: CGPoint(x: -rect.minX, y: -rect.minY))
        }
    }
}

import AVKit
import UIKit

/// Shows what a session's camera sees.
final class PreviewView: UIView {
    override class var layerClass: AnyClass { AVCaptureVideoPreviewLayer.self }

    var previewLayer: AVCaptureVideoPreviewLayer {
        guard let layer = layer as? AVCaptureVideoPreviewLayer else { fatalError("the layer has another class") }
        return layer
    }
}

/// A round button with a ring.
final class ShutterButton: UIControl {
    var onPress: () -> Void = {}

    override init(frame: CGRect) {
        super.init(frame: frame)
        layer.borderColor = UIColor.white.cgColor
        layer.borderWidth = 4
        accessibilityLabel = "Take Photo"
    }

    required init?(coder: NSCoder) {
        super.init(coder: coder)
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        layer.cornerRadius = bounds.width / 2
    }

    override func draw(_ rect: CGRect) {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        context.setFillColor((isHighlighted ? UIColor.gray : .white).cgColor)
        context.fillEllipse(in: bounds.insetBy(dx: 8, dy: 8))
    }

    override func sendActions(for controlEvents: UIControl.Event) {
        super.sendActions(for: controlEvents)
        if controlEvents.contains(.touchUpInside) { onPress() }
    }
}

/// A tap that says so.
final class FocusTap: UITapGestureRecognizer {
    var onTap: (CGPoint) -> Void = { _ in }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        super.touchesEnded(touches, with: event)
        if state == .ended { onTap(location(in: view)) }
    }
}

/// A camera's screen, made of views alone.
final class CameraScreen: UIView {
    let preview = PreviewView()
    let shutter = ShutterButton()
    let counter = UILabel()
    let badge = UIImageView()
    let ring = CAShapeLayer()
    private var photos = 0

    override init(frame: CGRect) {
        super.init(frame: frame)
        backgroundColor = .black
        preview.previewLayer.videoGravity = .resizeAspectFill
        counter.text = "0 photos"
        counter.textColor = .white
        counter.font = .monospacedDigitSystemFont(ofSize: 20, weight: .semibold)
        counter.textAlignment = .center
        counter.backgroundColor = UIColor.black.withAlphaComponent(0.5)
        counter.layer.cornerRadius = 12
        counter.clipsToBounds = true
        badge.image = UIGraphicsImageRenderer(size: CGSize(width: 40, height: 40)).image { context in
            UIColor.systemYellow.setFill()
            context.cgContext.fillEllipse(in: CGRect(x: 0, y: 0, width: 40, height: 40))
            UIColor.black.setStroke()
            context.cgContext.setLineWidth(4)
            context.cgContext.strokeEllipse(in: CGRect(x: 8, y: 8, width: 24, height: 24))
        }
        badge.isAccessibilityElement = true
        badge.accessibilityLabel = "Badge"
        ring.path = CGPath(
            roundedRect: CGRect(x: -35, y: -35, width: 70, height: 70), cornerWidth: 6, cornerHeight: 6, transform: nil)
        ring.fillColor = nil
        ring.strokeColor = UIColor.systemYellow.cgColor
        ring.lineWidth = 2
        ring.isHidden = true
        preview.layer.addSublayer(ring)
        for view in [preview, counter, badge, shutter] { addSubview(view) }
        shutter.onPress = { [weak self] in self?.takePhoto() }
        let tap = FocusTap()
        tap.onTap = { [weak self] point in self?.focus(at: point) }
        preview.addGestureRecognizer(tap)
    }

    required init?(coder: NSCoder) {
        super.init(coder: coder)
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        preview.frame = bounds
        counter.frame = CGRect(x: bounds.midX - 80, y: 20, width: 160, height: 36)
        badge.frame = CGRect(x: bounds.maxX - 60, y: 20, width: 40, height: 40)
        shutter.frame = CGRect(x: bounds.midX - 36, y: bounds.maxY - 100, width: 72, height: 72)
    }

    private func takePhoto() {
        photos += 1
        counter.text = "\(photos) photos"
        UIView.animate(withDuration: 0.3) { self.badge.transform = self.badge.transform.rotated(by: .pi / 2) }
    }

    private func focus(at point: CGPoint) {
        ring.isHidden = false
        ring.position = point
        counter.text = "focus \(Int(point.x)), \(Int(point.y))"
    }
}

/// Controls in colors of their own.
final class ControlPanel: UIView {
    override init(frame: CGRect) {
        super.init(frame: frame)
        backgroundColor = .black
        let slider = UISlider(frame: CGRect(x: 10, y: 10, width: 280, height: 34))
        slider.minimumTrackTintColor = UIColor(red: 1, green: 0, blue: 1, alpha: 1)
        slider.maximumTrackTintColor = UIColor(red: 0, green: 1, blue: 0, alpha: 1)
        slider.thumbTintColor = UIColor(red: 1, green: 1, blue: 0, alpha: 1)
        slider.value = 0.5
        let toggle = UISwitch(frame: CGRect(x: 10, y: 60, width: 51, height: 31))
        toggle.onTintColor = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
        toggle.isOn = true
        let choice = UISegmentedControl(items: ["Photo", "Video"])
        choice.frame = CGRect(x: 80, y: 60, width: 200, height: 32)
        choice.selectedSegmentTintColor = UIColor(red: 0, green: 1, blue: 1, alpha: 1)
        choice.setTitleTextAttributes(
            [
                .foregroundColor: UIColor(red: 1, green: 0, blue: 0, alpha: 1),
                .font: UIFont.systemFont(ofSize: 26, weight: .heavy),
            ], for: .selected)
        choice.selectedSegmentIndex = 0
        let field = UITextField(frame: CGRect(x: 10, y: 110, width: 280, height: 44))
        field.borderStyle = .none
        field.backgroundColor = .white
        field.text = "████"
        field.textColor = UIColor(red: 1, green: 0.5, blue: 0, alpha: 1)
        field.font = .systemFont(ofSize: 30)
        let mark = UIView(frame: CGRect(x: 0, y: 0, width: 30, height: 30))
        mark.backgroundColor = UIColor(red: 0.5, green: 0, blue: 0.5, alpha: 1)
        field.leftView = mark
        field.leftViewMode = .always
        let progress = UIProgressView(frame: CGRect(x: 10, y: 166, width: 280, height: 10))
        progress.progressTintColor = UIColor(red: 0.5, green: 0.25, blue: 0, alpha: 1)
        progress.trackTintColor = UIColor(red: 0, green: 0.25, blue: 0.5, alpha: 1)
        progress.progress = 0.5
        // It tells of its value once a person lets it go.
        let patient = UISlider(frame: CGRect(x: 10, y: 190, width: 200, height: 34))
        patient.isContinuous = false
        let told = UILabel(frame: CGRect(x: 220, y: 190, width: 70, height: 34))
        (told.text, told.textColor) = ("told 0", .white)
        var count = 0
        patient.addAction(
            UIAction { _ in
                count += 1
                told.text = "told \(count)"
            }, for: .valueChanged)
        for view in [slider, toggle, choice, field, progress, patient, told] { addSubview(view) }
    }

    required init?(coder: NSCoder) {
        super.init(coder: coder)
    }
}

@main
final class SampleApp: UIResponder, UIApplicationDelegate {
    var window: UIWindow?
    private let session = AVCaptureSession()

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let window = UIWindow(frame: UIScreen.main.bounds)
        self.window = window
        if let movie = ProcessInfo.processInfo.environment["SAMPLE_MOVIE"] {
            let controller = AVPlayerViewController()
            controller.player = AVPlayer(url: URL(fileURLWithPath: movie))
            window.rootViewController = controller
            window.makeKeyAndVisible()
            return true
        }
        if ProcessInfo.processInfo.environment["SAMPLE_CONTROLS"] != nil {
            window.rootViewController = ControlsScreen()
            window.makeKeyAndVisible()
            return true
        }
        let screen = CameraScreen(frame: window.bounds)
        screen.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        window.addSubview(screen)
        if ProcessInfo.processInfo.environment["SAMPLE_SPINNER"] != nil {
            let spinner = UIActivityIndicatorView(style: .large)
            spinner.color = UIColor(red: 1, green: 0, blue: 1, alpha: 1)
            spinner.center = CGPoint(x: 100, y: 300)
            spinner.startAnimating()
            window.addSubview(spinner)
        }
        if ProcessInfo.processInfo.environment["SAMPLE_COLORS"] != nil {
            window.addSubview(ControlPanel(frame: CGRect(x: 20, y: 100, width: 300, height: 260)))
        }
        window.makeKeyAndVisible()
        screen.preview.previewLayer.session = session
        start()
        return true
    }

    private func start() {
        guard let camera = AVCaptureDevice.default(for: .video), let input = try? AVCaptureDeviceInput(device: camera),
            session.canAddInput(input)
        else { return }
        session.addInput(input)
        let session = session
        DispatchQueue.global().async { session.startRunning() }
    }
}
